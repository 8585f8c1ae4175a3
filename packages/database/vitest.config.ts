import { defineConfig } from 'vitest/config'
import { testTimeouts } from '../../tests/support/testTimeouts.ts'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'database',
    isolate: false, // modules are loaded once for all files; a test that needs isolation uses its own database
    restoreMocks: true,
    execArgv: ['--import', new URL('../../scripts/preload.js', import.meta.url).href],
    globalSetup: '../../apps/server/src/testing/globalSetup.ts',
    setupFiles: ['../../apps/server/src/testing/setup.ts'],
    ...testTimeouts,
  },
})
