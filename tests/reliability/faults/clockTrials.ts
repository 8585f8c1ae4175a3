import { replaceCode } from '@apoderados/database/accounts/recoveryCodes'
import { accountHashes, codeHashes, makeCode, revealCode } from '@apoderados/database/secrets/oneTimeCodes'
import { type Api, startApi } from '../../support/stage/api.ts'
import type { Judge, Verdict } from '../../support/stage/verdicts.ts'
import { cleanUp, newFolder } from '../../support/suite.ts'
import { CAROLINA, CRISTIAN, callApi, failedReads, signIn } from './client.ts'
import { type ClockScene, createClock } from './clock.ts'
import { checkChangesOfHour } from './clockChanges.ts'
import { type FaultTestEnvironment, openStage, type TrialOptions } from './faultEnvironment.ts'

const SECONDS_PER_MINUTE = 60
const SECONDS_PER_DAY = 86_400
const CLOCK_ERROR_SECONDS = 5 * SECONDS_PER_MINUTE
const AHEAD_SECONDS = 90 * SECONDS_PER_DAY
const OLD_SESSION_COUNT = 50
const WRONG_SIGN_IN_COUNT = 8

/** Counts errors that the process has logged, plus one if it has exited. */
const countFaults = ({ output, isAlive }: Api) =>
  output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line)).length + (isAlive() ? 0 : 1)

const profileStatus = async (url: string, jwt: string) =>
  (await callApi(url, '/auth/profile', { jwt })).status
const countStatus = (statuses: number[], status: number) =>
  statuses.filter((value) => value === status).length

/** Signs in and reads while the clock of server and database is 5 minutes off; the client uses the machine's clock. */
async function checkClockOff({ stage, clock, api }: ClockScene): Promise<Verdict> {
  const { studentId } = stage.school
  const failed: number[] = []
  for (const offsetSeconds of [-CLOCK_ERROR_SECONDS, CLOCK_ERROR_SECONDS]) {
    clock.set(offsetSeconds)
    const { jwt, parent } = await signIn(api.url, CAROLINA)
    failed.push(...(await failedReads(api.url, jwt, studentId)))
    const photo = parent.students[0]?.enrollment?.profile_image
    if (photo) failed.push((await callApi(api.url, photo)).status)
  }
  clock.set(0)
  const failedStatuses = failed.filter((status) => status !== 200)
  return {
    isGood: failedStatuses.length === 0 && countFaults(api) === 0,
    summary: `5 minutes behind and ahead: sign-in, photo and every read, ${failedStatuses.length} refused${failedStatuses.length ? ` (${failedStatuses.join(', ')})` : ''}`,
  }
}

/** Creates a recovery code for Carolina and returns it as its mail would show it. */
async function createCode(
  { services: { db, keys } }: FaultTestEnvironment['school'],
  parent_id: number,
): Promise<string> {
  const { seed, hash } = makeCode(keys, 'recovery')
  await db.transaction((transaction) =>
    replaceCode(transaction, {
      accounts: accountHashes(keys, CAROLINA),
      parent_id,
      hash,
      is_of_device: false,
    }),
  )
  const code = revealCode(keys, 'recovery', seed) as string
  if (codeHashes(keys, 'recovery', code).length === 0) throw new Error('the code is none')
  return code
}

const validationStatus = async (url: string, token: string) =>
  (await callApi(url, '/auth/recovery_validate', { body: { token } })).status

/** Moves the clock 90 days ahead, back, and ahead again: sessions and codes that have expired must stay invalid. */
async function checkClockAhead(scene: ClockScene): Promise<Verdict> {
  const { stage, clock, api } = scene
  const { jwts, studentId } = stage.school
  const before = [(await signIn(api.url, CAROLINA)).jwt, ...jwts.slice(0, OLD_SESSION_COUNT)]
  const unusedJwts = jwts.slice(-OLD_SESSION_COUNT)
  const carolina = await signIn(api.url, CAROLINA)
  const code = await createCode(stage.school, carolina.parent.id)
  const statuses = (tokens: string[]) => Promise.all(tokens.map((jwt) => profileStatus(api.url, jwt)))
  const isCodeLive = (await validationStatus(api.url, code)) === 200

  clock.set(AHEAD_SECONDS)
  const endedSessions = countStatus(await statuses(before), 401)
  const codeAhead = await validationStatus(api.url, code)
  const newSession = (await signIn(api.url, CAROLINA)).jwt
  const failed = await failedReads(api.url, newSession, studentId)
  for (let attempt = 0; attempt < WRONG_SIGN_IN_COUNT; attempt += 1)
    await callApi(api.url, '/auth/login', { body: { email: CRISTIAN, password: 'mala' } })
  await api.end('SIGTERM')
  scene.api = await startApi(stage.environment, api.port) // the start also runs the hourly housekeeping

  clock.set(0)
  const laterStatuses = [
    ...(await statuses(before)),
    ...(await statuses(unusedJwts)),
    await profileStatus(api.url, newSession),
  ]
  const codeBack = await validationStatus(api.url, code)
  const again = (await signIn(api.url, CRISTIAN)).jwt
  const isServed = (await profileStatus(api.url, again)) === 200
  clock.set(AHEAD_SECONDS + SECONDS_PER_DAY / 2)
  const sessionAgain = await profileStatus(api.url, newSession)
  clock.set(0)
  const alive = countStatus(laterStatuses, 200)
  const areCodesDead = isCodeLive && codeAhead === 400 && codeBack === 400
  return {
    isGood:
      endedSessions === before.length &&
      failed.length === 0 &&
      alive === 0 &&
      sessionAgain === 401 &&
      areCodesDead &&
      isServed &&
      countFaults(scene.api) === 0,
    summary: `90 days ahead: ${endedSessions} of ${before.length} sessions dead, a new sign-in served (${failed.length} reads refused); back again: ${alive} of ${laterStatuses.length} tokens alive, the code ${codeAhead} and ${codeBack}, an account guessed at meanwhile ${isServed ? 'may' : 'MAY NOT'} sign in; ahead once more: the token of then ${sessionAgain}`,
  }
}

/** Tests a wrong clock (P11): PostgreSQL and the server share a clock, which is changed while they run. */
export async function runClockTrials(judge: Judge, { binaries }: TrialOptions): Promise<void> {
  const folder = newFolder('rel-faults')
  const clock = createClock(binaries, folder)
  const stage = await openStage(clock.binaries)
  Object.assign(stage.environment, clock.environment)
  const scene: ClockScene = { stage, clock, api: await startApi(stage.environment) }
  await judge('clock 5 minutes off', () => checkClockOff(scene))
  await judge('clock 90 days ahead and back', () => checkClockAhead(scene))
  await judge('clock at each change of hour', () => checkChangesOfHour(scene))
  await cleanUp()
}
