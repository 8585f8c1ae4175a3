/**
 * Runs the long form of every suite that has one, before a release. `--minutes N` (180) is divided among them, in
 * addition to the time of their short forms; each continues where its last long form ended and reports its progress.
 * The soak of reliability/load cannot be continued, so it always takes its half hour. `--only sec` selects suites by
 * the beginning of their name.
 */
import { parseArgs } from 'node:util'
import { runScripts, type Script } from '../support/stage/scripts.ts'
import { parseWholeNumber, runSuite } from '../support/suite.ts'

const DEFAULT_MINUTES = 180

/** `share` is the suite's part of the 180 minutes; `isFixed` means that it takes so many minutes with every N. */
type LongForm = Script & { share: number; isFixed?: true }
const longForms: LongForm[] = [
  { script: 'security/authz', share: 20 },
  { script: 'security/fuzz', share: 45 },
  { script: 'security/auth', share: 20 },
  { script: 'security/web', share: 15, needs: ['sqlmap', 'wapiti'] },
  { script: 'reliability/cluster', share: 5 },
  { script: 'reliability/crash', share: 30, needs: ['strace'] },
  { script: 'reliability/load', share: 30, isFixed: true, needs: ['slowhttptest'] },
  { script: 'reliability/faults', share: 15, needs: ['faketime'] },
]

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: String(DEFAULT_MINUTES) },
    only: { type: 'string', default: '' },
  },
})

await runSuite('reliability/long', () => {
  const minutes = parseWholeNumber('minutes', values.minutes)
  const minutesOf = ({ share, isFixed }: LongForm) =>
    String(isFixed ? share : Math.max(1, Math.round((share * minutes) / DEFAULT_MINUTES)))
  const chosen = longForms.filter(({ script }) => script.startsWith(values.only))
  return runScripts(
    'reliability/long',
    chosen.map((suite) => ({ ...suite, args: ['--minutes', minutesOf(suite)] })),
  )
})
