import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'operator',
    globalSetup: '../server/src/testing/globalSetup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
