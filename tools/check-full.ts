/**
 * Every suite in the size that CI runs, one after the other, as most want the machine to themselves. `npm test` first:
 * sec:asvs reads its reports. `--only sec` for those whose name begins so.
 */
import { parseArgs } from 'node:util'
import { runScripts, type Script } from './stage/scripts.ts'
import { runSuite } from './suite.ts'

const suites: Script[] = [
  { script: 'test' },
  { script: 'e2e' },
  { script: 'sec:static' },
  { script: 'sec:asvs' },
  { script: 'sec:authz' },
  { script: 'sec:fuzz' },
  { script: 'sec:auth' },
  { script: 'sec:mutants' },
  { script: 'sec:web', needs: ['sqlmap', 'wapiti'] },
  { script: 'rel:import' },
  { script: 'rel:cluster' },
  { script: 'rel:crash', needs: ['strace'] },
  { script: 'rel:load', needs: ['slowhttptest'] },
  { script: 'rel:faults', needs: ['faketime'] },
  { script: 'bench:api' },
  { script: 'rel:client' },
  { script: 'bench:web' },
]

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })

await runSuite('check:full', () =>
  runScripts(
    'check:full',
    suites.filter(({ script }) => script.startsWith(values.only)),
  ),
)
