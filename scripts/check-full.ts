/**
 * Runs every suite in its short form (without `--minutes`), one after the other, because most of them measure and need
 * an idle machine. security/asvs comes last: it reads the reports of `npm test`, and the files that record with which
 * code the other suites have passed. `--only sec` runs the suites whose names begin with `sec`.
 */
import { parseArgs } from 'node:util'
import { runScripts } from '../tests/support/stage/scripts.ts'
import { runSuite } from '../tests/support/suite.ts'
import { suites } from './fullSuites.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })

await runSuite('check:full', () =>
  runScripts(
    'check:full',
    suites.filter(({ script }) => script.startsWith(values.only)),
  ),
)
