/**
 * Tests failures of database, clock and disk: a database that is stopped, silent or slow, a wrong clock, a full disk
 * (P5, P11, P12); `reliability/cluster` covers several processes (P6, P7). `--only <words>` selects trials by the
 * beginning of their names ('database', 'clock', 'disk'); `--minutes N` repeats the selected trials with other loads
 * for N minutes or until one fails, and stores the number of successful rounds. Needs Debian's PostgreSQL 15 and
 * faketime, and root for the small disks.
 */
import { parseArgs } from 'node:util'
import { createRandom } from '@apoderados/school-data/random'
import { findPostgres } from '../support/stage/programs.ts'
import { createJudge, runTrials } from '../support/stage/verdicts.ts'
import { parseWholeNumber } from '../support/suite.ts'
import { runLongForm } from '../support/suiteProgress.ts'
import { findFaketime } from './faults/clock.ts'
import { runClockTrials } from './faults/clockTrials.ts'
import { runDatabaseTrials } from './faults/databaseTrials.ts'
import { runDiskTrials } from './faults/diskTrials.ts'
import { requireRoot } from './faults/smallDisk.ts'

const ROUNDS_GOAL = 20
const SHORT_FORM_CONNECTIONS = 20
const CONNECTIONS_MAX = 60

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '0' }, only: { type: 'string', default: '' } },
})
const minutes = parseWholeNumber('minutes', values.minutes, 0)
const { judge, judged } = createJudge(values.only)
const trialGroups = [
  { group: 'database', run: runDatabaseTrials, check: findPostgres },
  { group: 'clock', run: runClockTrials, check: findFaketime },
  { group: 'disk', run: runDiskTrials, check: requireRoot },
]
const selectedGroups = trialGroups.filter(
  ({ group }) => values.only.startsWith(group) || group.startsWith(values.only),
)

/** Runs the selected trials once; `connections` is the number of connections of the load during database failures. */
async function runRound(connections: number): Promise<void> {
  for (const { check } of selectedGroups) check() // finds missing programs before the first long trial
  const stage = { binaries: findPostgres(), connections }
  for (const { run } of selectedGroups) await run(judge, stage)
}

async function runRounds(): Promise<void> {
  const form = { suite: 'rel-faults', minutes, goal: ROUNDS_GOAL, only: values.only }
  const { done } = await runLongForm(form, async (seed) => {
    await runRound(1 + createRandom(seed).below(CONNECTIONS_MAX))
    return { count: 1, isGood: judged.good === judged.all }
  })
  console.log(`${done} of ${ROUNDS_GOAL} rounds in which every trial was good`)
}

await runTrials('reliability/faults', judged, () =>
  minutes === 0 ? runRound(SHORT_FORM_CONNECTIONS) : runRounds(),
)
