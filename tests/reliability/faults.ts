/**
 * What a server meets in its years: a database that is gone, silent or slow, a clock that is wrong, a disk that is
 * full (P5, P11, P12); several processes are `reliability/cluster`'s (P6, P7). `--only <words>` for the trials whose names
 * begin so, of 'database', 'clock' or 'disk'; `--minutes N` repeats them with other loads until one fails and keeps how
 * often all were good. Needs Debian's PostgreSQL 15 and faketime, and root for the small disks.
 */
import { parseArgs } from 'node:util'
import { createRandom } from '@apoderados/school-data/random'
import { findPostgres } from '../support/stage/programs.ts'
import { createJudge, runTrials } from '../support/stage/verdicts.ts'
import { wholeNumber } from '../support/suite.ts'
import { goOnFor } from '../support/suiteProgress.ts'
import { findFaketime } from './faults/clock.ts'
import { clockTrials } from './faults/clockTrials.ts'
import { databaseTrials } from './faults/databaseTrials.ts'
import { diskTrials } from './faults/diskTrials.ts'
import { requireRoot } from './faults/smallDisk.ts'

const ROUNDS = 20
const FIRST_CONNECTIONS = 20
const CONNECTIONS_MAX = 60

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '0' }, only: { type: 'string', default: '' } },
})
const minutes = wholeNumber('minutes', values.minutes, 0)
const { judge, judged } = createJudge(values.only)
const all = [
  { group: 'database', run: databaseTrials, check: findPostgres },
  { group: 'clock', run: clockTrials, check: findFaketime },
  { group: 'disk', run: diskTrials, check: requireRoot },
]
const groups = all.filter(({ group }) => values.only.startsWith(group) || group.startsWith(values.only))

/** Once through all; `connections` is the load under which the database goes away. */
async function round(connections: number): Promise<void> {
  for (const { check } of groups) check() // before the first of them takes its minutes
  const stage = { binaries: findPostgres(), connections }
  for (const { run } of groups) await run(judge, stage)
}

async function long(): Promise<void> {
  const form = { suite: 'rel-faults', minutes, goal: ROUNDS, chosen: values.only }
  const { done } = await goOnFor(form, async (seed) => {
    await round(1 + createRandom(seed).below(CONNECTIONS_MAX))
    return { did: 1, isGood: judged.good === judged.all }
  })
  console.log(`${done} of ${ROUNDS} rounds in which every trial was good`)
}

await runTrials('reliability/faults', judged, () => (minutes === 0 ? round(FIRST_CONNECTIONS) : long()))
