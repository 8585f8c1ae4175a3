import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: './tools/testFolder.ts',
    tags: [
      { name: 'processes', description: 'starts, kills and stops of real servers: npm run rel:processes' },
    ],
    projects: [
      { test: { name: 'contract', root: './packages/contract', isolate: false } },
      './apps/server/vitest.config.ts',
      './apps/operator/vitest.config.ts',
      './apps/web/vitest.config.ts',
      { test: { name: 'tools', root: './tools', isolate: false, testTimeout: 30_000 } },
    ],
  },
})
