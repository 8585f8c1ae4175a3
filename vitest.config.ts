import { defineConfig } from 'vitest/config'
import { ProgressReporter } from './scripts/testRun/ProgressReporter.ts'
import { testTimeouts } from './tests/support/testTimeouts.ts'

/**
 * Configures a project whose tests use a database. Modules are loaded once for all files; a test that needs isolation
 * creates a database of its own.
 */
const withDatabase = (name: string, root: string) => ({
  test: {
    name,
    root,
    isolate: false,
    restoreMocks: true,
    execArgv: ['--import', new URL('./scripts/preload.js', import.meta.url).href],
    globalSetup: `${import.meta.dirname}/packages/testing/src/globalSetup.ts`,
    ...testTimeouts,
  },
})

/** The path of the JSON report of a complete run; scripts/test.ts sets it. */
const { VITEST_REPORT } = process.env

export default defineConfig({
  test: {
    ...(VITEST_REPORT !== undefined && {
      reporters: [
        process.stdout.isTTY ? 'default' : new ProgressReporter(),
        ['json', { outputFile: VITEST_REPORT }],
      ],
    }),
    teardownTimeout: 120_000,
    globalSetup: './tests/support/testFolder.ts',
    tags: [
      { name: 'long', description: 'what lasts long and needs no run at each change: npm run long' },
      {
        name: 'processes',
        description: 'starts, kills and stops of real servers: npm run processes -w tests/reliability',
      },
    ],
    projects: [
      { test: { name: 'contract', root: './packages/contract', isolate: false, ...testTimeouts } },
      { test: { name: 'school-data', root: './packages/school-data', isolate: false, ...testTimeouts } },
      withDatabase('core', './packages/core'),
      withDatabase('importer', './packages/importer'),
      withDatabase('server', './apps/server'),
      withDatabase('cli', './apps/cli'),
      './apps/web/vitest.config.ts',
      './apps/office/vitest.config.ts',
      { test: { name: 'tests', root: './tests', exclude: ['e2e/**'], isolate: false, ...testTimeouts } },
      { test: { name: 'scripts', root: './scripts', isolate: false, ...testTimeouts } },
    ],
  },
})
