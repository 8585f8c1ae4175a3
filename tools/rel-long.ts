/**
 * The long form of every suite that has one, before a release. `--minutes N` (180) is shared among them, beside the
 * time of their short forms; each goes on where its last long form ended and tells how far it came. `--only sec` for
 * those whose name begins so.
 */
import { parseArgs } from 'node:util'
import { runScripts, type Script } from './stage/scripts.ts'
import { runSuite, wholeNumber } from './suite.ts'

const MINUTES = 180

/** Minutes of the 180. */
type Long = Script & { share: number }
const suites: Long[] = [
  { script: 'sec:authz', share: 20 },
  { script: 'sec:fuzz', share: 50 },
  { script: 'sec:auth', share: 5, args: ['--pairs', '2000'] },
  { script: 'sec:web', share: 15, needs: ['sqlmap', 'wapiti'] },
  { script: 'rel:cluster', share: 5 },
  { script: 'rel:crash', share: 40, needs: ['strace'] },
  { script: 'rel:load', share: 25, needs: ['slowhttptest'] },
  { script: 'rel:faults', share: 20, needs: ['faketime'] },
]

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: String(MINUTES) },
    only: { type: 'string', default: '' },
  },
})

await runSuite('rel:long', () => {
  const minutes = wholeNumber('minutes', values.minutes)
  const minutesOf = (share: number) => String(Math.max(1, Math.round((share * minutes) / MINUTES)))
  const chosen = suites.filter(({ script }) => script.startsWith(values.only))
  return runScripts(
    'rel:long',
    chosen.map(({ share, args = [], ...suite }) => ({
      ...suite,
      args: ['--minutes', minutesOf(share), ...args],
    })),
  )
})
