import { defineConfig } from 'vitest/config'
import { patience } from '../../tests/support/patience.ts'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'cli',
    isolate: false, // modules are loaded once for all files; what a test needs apart is a database of its own
    restoreMocks: true,
    globalSetup: '../server/src/testing/globalSetup.ts',
    setupFiles: ['../server/src/testing/setup.ts'],
    ...patience,
  },
})
