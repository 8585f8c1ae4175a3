import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: '100%', // the browser's tests come after, alone
    projects: [
      { test: { name: 'contract', root: './packages/contract' } },
      './apps/server/vitest.config.ts',
      './apps/web/vitest.config.ts',
      { test: { name: 'tools', root: './tools' } },
    ],
  },
})
