/**
 * Runs the suites of `fullSuites.ts` without `--minutes`, in their short form. They run one after the other, because
 * most of them measure and need an idle machine. security/asvs comes last: it reads the reports of `npm test`, and the
 * files that record with which code the other suites have passed. `--only sec` runs the suites that begin with `sec`.
 */
import { parseArgs } from 'node:util'
import { runScripts } from '../tests/support/stage/scripts.ts'
import { runSuite } from '../tests/support/suite.ts'
import { fullSuites } from './fullSuites.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })

const chosen = fullSuites.filter(({ script }) => script.startsWith(values.only))
await runSuite('check:full', () => runScripts('check:full', chosen))
