import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '@apoderados/school-data/random'
import { type Api, launchApi } from '../../support/stage/api.ts'
import { waitUntil } from '../../support/stage/programs.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { changeGrades, countPending } from './changes.ts'
import type { PushStage } from './pushStage.ts'
import { isExact, tallyShown, tallyText } from './shown.ts'

const STUDENTS_PER_WAVE = 12
/** The latest moment of a kill after the start of the process: it covers start, fan-out and sending. */
const KILL_MS_MAX = 5_000
const ARRIVALS_MAX = 25
/**
 * The maximum wait for messages, because fewer may be left than the wait asks for. It is longer than the 30 s that may
 * pass until a process looks for changes again.
 */
const ARRIVALS_TIMEOUT_MS = 120_000

/** Waits for a random time or a random number of messages, and returns a description of the moment. */
async function waitForMoment(random: Random, { service }: PushStage): Promise<string> {
  if (random.chance(0.4)) {
    const ms = random.below(KILL_MS_MAX)
    await sleep(ms)
    return `${ms} ms after its start`
  }
  const [before, count] = [service.arrived.length, 1 + random.below(ARRIVALS_MAX)]
  const late = AbortSignal.timeout(ARRIVALS_TIMEOUT_MS)
  while (service.arrived.length < before + count && !late.aborted) await sleep(2)
  return `after ${service.arrived.length - before} messages`
}

/** Waits until no change is left to be queued as pushes, and no push to be sent. */
export const waitUntilSent = ({ db }: PushStage) =>
  waitUntil(async () => (await countPending(db)) === 0, 'the last push')

/**
 * Lets two processes send while grades change in waves. `kills` times, one of the two is picked at random, killed at a
 * random moment and started again.
 */
export async function killSenders(
  stage: PushStage,
  { kills, seed }: { kills: number; seed: number },
): Promise<Verdict> {
  const random = createRandom(seed)
  const pids = new Set<number | undefined>()
  const start = async (port?: number) => {
    const api = await launchApi(stage.environment, port)
    pids.add(api.child.pid)
    return api
  }
  const apis: Api[] = [await start(), await start()]
  for (let kill = 0; kill < kills; kill += 1) {
    const first = (kill * STUDENTS_PER_WAVE) % (stage.students - STUDENTS_PER_WAVE)
    await changeGrades(stage.db, { first, students: 2 * STUDENTS_PER_WAVE, perStudent: 2 })
    const moment = await waitForMoment(random, stage)
    const index = random.below(2)
    const { port, end } = apis[index] as Api
    await end('SIGKILL')
    console.log(
      `   … kill -9 number ${kill + 1}, ${moment}, ${await countPending(stage.db)} changes and pushes pending`,
    )
    apis[index] = await start(port)
  }
  await waitUntilSent(stage)
  for (const api of apis) await api.end('SIGTERM')
  const tally = await tallyShown(stage.db, stage.service.arrived)
  const { faults } = stage.service
  return {
    isGood: isExact(tally) && faults.length === 0 && pids.size === kills + 2,
    summary: `${pids.size - 2} kills; ${tallyText(tally)}; ${faults.length} messages that do not decrypt`,
  }
}
