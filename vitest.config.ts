import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2, // by itself it would leave one core of a small machine idle
    projects: [
      { test: { name: 'contract', root: './packages/contract' } },
      './apps/server/vitest.config.ts',
      './apps/web/vitest.config.ts',
      { test: { name: 'tools', root: './tools' } },
    ],
  },
})
