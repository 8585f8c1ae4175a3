import { defineConfig } from 'vitest/config'
import { patience } from './tools/patience.ts'
import { ProgressReporter } from './tools/testRun/ProgressReporter.ts'

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
    globalSetup: './tools/testFolder.ts',
    tags: [
      { name: 'processes', description: 'starts, kills and stops of real servers: npm run rel:processes' },
    ],
    projects: [
      { test: { name: 'contract', root: './packages/contract', isolate: false, ...patience } },
      { test: { name: 'school-data', root: './packages/school-data', isolate: false, ...patience } },
      './apps/server/vitest.config.ts',
      './apps/operator/vitest.config.ts',
      './apps/web/vitest.config.ts',
      { test: { name: 'tools', root: './tools', isolate: false, ...patience } },
    ],
  },
})
