/**
 * Checks that each device shows each change exactly once: after two imports of the same files, and while one of two
 * senders is killed at random moments; and measures how long the messages of a large import take. The options and their
 * defaults are `--kills 20`, `--students 300` (of the first two trials), `--large 10000` (students of the large import)
 * and `--seed 7`; `--only <words>` selects trials by name. Needs PostgreSQL 15.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createRandom } from '@apoderados/school-data/random'
import { findPostgres } from '../support/stage/programs.ts'
import { createJudge, runTrials } from '../support/stage/verdicts.ts'
import { parseWholeNumber } from '../support/suite.ts'
import { importTwice } from './pushes/importTrial.ts'
import { killSenders } from './pushes/killTrial.ts'
import { preparePushes } from './pushes/pushStage.ts'
import { notifyOfImport } from './pushes/throughputTrial.ts'

/** The push service answers after up to this time, so that a kill hits messages on their way. */
const ANSWER_MS_MAX = 400

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    students: { type: 'string', default: '300' },
    large: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '7' },
    only: { type: 'string', default: '' },
  },
})
const { judge, judged } = createJudge(values.only)
const numberOf = (name: 'kills' | 'students' | 'large' | 'seed') => parseWholeNumber(name, values[name])

async function runAll(): Promise<void> {
  const binaries = findPostgres()
  const [seed, kills] = [numberOf('seed'), numberOf('kills')]
  const random = createRandom(seed)
  await judge('one import twice, two processes', async () =>
    importTwice(await preparePushes(binaries, numberOf('students'))),
  )
  await judge('one of two processes killed again and again', async () => {
    const delay = () => sleep(random.below(ANSWER_MS_MAX))
    return killSenders(await preparePushes(binaries, numberOf('students'), delay), { kills, seed })
  })
  await judge('a large import beside reads', async () =>
    notifyOfImport(await preparePushes(binaries, numberOf('large')), numberOf('large')),
  )
}

await runTrials('reliability/pushes', judged, runAll)
