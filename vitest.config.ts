import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', root: './packages/contract' } },
      {
        test: {
          name: 'server',
          root: './apps/server',
          globalSetup: './src/testing/globalSetup.ts',
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      './apps/web/vitest.config.ts',
      { test: { name: 'tools', root: './tools' } },
    ],
  },
})
