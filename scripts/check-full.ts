/**
 * Every suite in the size that CI runs, one after the other, as most want the machine to themselves, and security/asvs last,
 * which reads the reports of `npm test` and what became of the others. `--only sec` for those whose name begins so.
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
