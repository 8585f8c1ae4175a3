/**
 * The long form of every suite that has one, before a release. `--minutes N` (180) is shared among them, beside the
 * time of their short forms; each goes on where its last long form ended and tells how far it came. The soak of reliability/load
 * goes on from nothing, so it has its whole half hour whatever N is. `--only sec` for those whose name begins so.
 */
import { parseArgs } from 'node:util'
import { runScripts, type Script } from '../support/stage/scripts.ts'
import { runSuite, wholeNumber } from '../support/suite.ts'

const MINUTES = 180

/** Minutes of the 180; `isWhole`: however many of them were asked for. */
type Long = Script & { share: number; isWhole?: true }
const suites: Long[] = [
  { script: 'security/authz', share: 20 },
  { script: 'security/fuzz', share: 45 },
  { script: 'security/auth', share: 20 },
  { script: 'security/web', share: 15, needs: ['sqlmap', 'wapiti'] },
  { script: 'reliability/cluster', share: 5 },
  { script: 'reliability/crash', share: 30, needs: ['strace'] },
  { script: 'reliability/load', share: 30, isWhole: true, needs: ['slowhttptest'] },
  { script: 'reliability/faults', share: 15, needs: ['faketime'] },
]

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: String(MINUTES) },
    only: { type: 'string', default: '' },
  },
})

await runSuite('reliability/long', () => {
  const minutes = wholeNumber('minutes', values.minutes)
  const minutesOf = ({ share, isWhole }: Long) =>
    String(isWhole ? share : Math.max(1, Math.round((share * minutes) / MINUTES)))
  const chosen = suites.filter(({ script }) => script.startsWith(values.only))
  return runScripts(
    'reliability/long',
    chosen.map((long) => ({ ...long, args: ['--minutes', minutesOf(long)] })),
  )
})
