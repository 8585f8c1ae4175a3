import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'server',
    globalSetup: './src/testing/globalSetup.ts',
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
