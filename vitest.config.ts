import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: './tools/testFolder.ts',
    projects: [
      { test: { name: 'contract', root: './packages/contract' } },
      './apps/server/vitest.config.ts',
      './apps/operator/vitest.config.ts',
      './apps/web/vitest.config.ts',
      { test: { name: 'tools', root: './tools' } },
    ],
  },
})
