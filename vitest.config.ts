import { defineConfig } from 'vitest/config'
import { ProgressReporter } from './scripts/testRun/ProgressReporter.ts'
import { testTimeouts } from './tests/support/testTimeouts.ts'

/** Where the whole run leaves its report. */
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
      {
        name: 'exhaustive',
        description: 'each of many like cases by itself: npm run exhaustive -w tests/project',
      },
      {
        name: 'processes',
        description: 'starts, kills and stops of real servers: npm run processes -w tests/reliability',
      },
    ],
    projects: [
      { test: { name: 'contract', root: './packages/contract', isolate: false, ...testTimeouts } },
      { test: { name: 'school-data', root: './packages/school-data', isolate: false, ...testTimeouts } },
      './packages/database/vitest.config.ts',
      './packages/importer/vitest.config.ts',
      './apps/server/vitest.config.ts',
      './apps/cli/vitest.config.ts',
      './apps/web/vitest.config.ts',
      { test: { name: 'tests', root: './tests', exclude: ['e2e/**'], isolate: false, ...testTimeouts } },
      { test: { name: 'scripts', root: './scripts', isolate: false, ...testTimeouts } },
    ],
  },
})
