/**
 * Checks that each device shows each change exactly once: a school's sheets are imported twice while two processes
 * send, then grades change in waves while one of the two is killed at random moments. `--kills N` (20), `--students N`
 * (300), `--seed N` (7). Needs PostgreSQL 15.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createRandom, type Random } from '@apoderados/school-data/random'
import { type Api, launchApi, startApi } from '@apoderados/tests-support/environment/api.ts'
import { findPostgres, waitUntil } from '@apoderados/tests-support/environment/programs.ts'
import { createVerdicts, runTrials, type Verdict } from '@apoderados/tests-support/environment/verdicts.ts'
import { parseWholeNumber } from '../support/suite.ts'
import { changeGrades, countPending } from './pushes/changes.ts'
import { type PushEnvironment, preparePushes } from './pushes/pushEnvironment.ts'
import { isExact, tallyShown, tallyText } from './pushes/shown.ts'

/** The push service responds after up to this time, so that a kill hits messages on their way. */
const RESPONSE_MS_MAX = 400
const STUDENTS_PER_WAVE = 12
/** The latest moment of a kill after the start of the process: it covers start, fan-out and sending. */
const KILL_MS_MAX = 5_000
const ARRIVALS_MAX = 25
/** Fewer messages may be left than the wait asks for. A process looks for changes every 30 s. */
const ARRIVALS_TIMEOUT_MS = 120_000

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    students: { type: 'string', default: '300' },
    seed: { type: 'string', default: '7' },
  },
})
const numberOf = (name: 'kills' | 'students' | 'seed') => parseWholeNumber(name, values[name])

/** Waits for a random time or a random number of messages. */
async function waitForMoment(random: Random, { service }: PushEnvironment): Promise<void> {
  if (random.chance(0.4)) return void (await sleep(random.below(KILL_MS_MAX)))
  const [before, count] = [service.arrived.length, 1 + random.below(ARRIVALS_MAX)]
  const timeout = AbortSignal.timeout(ARRIVALS_TIMEOUT_MS)
  while (service.arrived.length < before + count && !timeout.aborted) await sleep(2)
}

const waitUntilSent = ({ db }: PushEnvironment) =>
  waitUntil(async () => (await countPending(db)) === 0, 'the last push')

async function verdictOf({ db, service }: PushEnvironment, isGood: boolean, text: string): Promise<Verdict> {
  const tally = await tallyShown(db, service.arrived)
  return {
    isGood: isGood && isExact(tally) && service.faults.length === 0,
    summary: `${text}; ${tallyText(tally)}; ${service.faults.length} messages that do not decrypt`,
  }
}

/** Imports changed sheets twice while two processes send: the second import must cause no message. */
async function importTwice(environment: PushEnvironment): Promise<Verdict> {
  const apis = [await startApi(environment.environment), await startApi(environment.environment)]
  await environment.importLater()
  await waitUntilSent(environment)
  const messages = environment.service.arrived.length
  await environment.importLater()
  await waitUntilSent(environment)
  for (const api of apis) await api.end('SIGTERM')
  const more = environment.service.arrived.length - messages
  return verdictOf(environment, more === 0, `${messages} messages, ${more} after the second import`)
}

/** Kills one of two sending processes again and again, while grades change. */
async function killSenders(environment: PushEnvironment, kills: number, random: Random): Promise<Verdict> {
  const start = (port?: number) => launchApi(environment.environment, port)
  const apis: Api[] = [await start(), await start()]
  for (let kill = 0; kill < kills; kill += 1) {
    const first = (kill * STUDENTS_PER_WAVE) % (environment.students - STUDENTS_PER_WAVE)
    await changeGrades(environment.db, { first, students: 2 * STUDENTS_PER_WAVE, perStudent: 2 })
    await waitForMoment(random, environment)
    const index = random.below(2)
    const { port, end } = apis[index] as Api
    await end('SIGKILL')
    apis[index] = await start(port)
  }
  await waitUntilSent(environment)
  for (const api of apis) await api.end('SIGTERM')
  return verdictOf(environment, true, `${kills} kills`)
}

const { verdicts, counts } = createVerdicts('')
await runTrials('reliability/pushes', counts, async () => {
  const random = createRandom(numberOf('seed'))
  const delay = () => sleep(random.below(RESPONSE_MS_MAX))
  const environment = await preparePushes(findPostgres(), numberOf('students'), delay)
  await verdicts('an import twice', () => importTwice(environment))
  await verdicts('senders killed', () => killSenders(environment, numberOf('kills'), random))
})
