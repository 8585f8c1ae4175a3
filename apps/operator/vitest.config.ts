import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'operator',
    isolate: false, // modules are loaded once for all files; what a test needs apart is a database of its own
    restoreMocks: true,
    globalSetup: '../server/src/testing/globalSetup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
