import { defineConfig } from 'vitest/config'
import { testTimeouts } from '../../tests/support/testTimeouts.ts'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'server',
    isolate: false, // loads modules once for all test files; tests that need isolation create a database of their own
    restoreMocks: true,
    execArgv: ['--import', new URL('../../scripts/preload.js', import.meta.url).href],
    globalSetup: './src/testing/globalSetup.ts',
    setupFiles: ['./src/testing/setup.ts'],
    ...testTimeouts,
  },
})
