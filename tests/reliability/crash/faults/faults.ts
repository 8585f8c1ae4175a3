import { messages, serverMessages } from '@apoderados/contract/messages'
import { until } from '../../../support/stage/programs.ts'
import { throwIfAborted } from '../../../support/suite.ts'
import type { CrashEnvironment } from '../crashEnvironment.ts'
import { readFamily, type Watch } from '../writes/actual.ts'
import { adopt, judge, statesOf } from '../writes/compare.ts'
import type { Family } from '../writes/family.ts'
import type { Write } from '../writes/writes.ts'
import { isOpen, type Reply, send } from './call.ts'
import { clear, type FaultEnvironment, openStage } from './faultStage.ts'
import { faultyCalls, type Ground } from './faultyCalls.ts'
import type { Fault } from './statementProxy.ts'

/** A full disk, and what nobody foresaw: in turn. */
const CODES = { 503: '53100', 500: 'XX000' } as const
const ways = ['refused', 'cut before', 'cut after'] as const

/** A connection that was cut ends its transaction on its own, a moment later. */
const settled = ({ client }: Watch) =>
  until(async () => {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where application_name = 'apoderados' and state <> 'idle'`,
    )
    return rows.length === 0
  }, 'the end of the last statement')

/** Whether a call that failed said so as the contract has it. */
function isClear({ status, body, retryAfter }: Reply, { code }: Fault): boolean {
  if (code === CODES[500]) return status === 500 && body.message === messages.serviceError
  return status === 503 && body.message === serverMessages.unavailable && Number(retryAfter) > 0
}

type Trial = { hit: string | undefined; faults: string[]; wasOpen: boolean; found: unknown }

async function tryOnce(
  stage: FaultEnvironment,
  prepare: (ground: Ground) => Promise<Write>,
  fault: Fault,
): Promise<Trial> {
  const { url, proxy, look, ground } = stage
  const { family } = ground
  await clear(stage)
  const write = await prepare(ground)
  proxy.arm(fault)
  const reply = await send(url, write.call)
  const hit = proxy.hit()
  proxy.arm()
  await settled(look)
  const faults: string[] = []
  const wasOpen = isOpen(reply)
  if (!wasOpen && reply.status !== write.status) faults.push(`was answered ${reply.status}`)
  if (wasOpen && !isClear(reply, fault)) faults.push(`was answered ${reply.status} ${reply.body.message}`)
  const states = statesOf(family, write, reply.body)
  const actual = await readFamily(look, states)
  const verdict = judge(actual, wasOpen ? states : states.slice(-1))
  adopt(family, actual, verdict)
  faults.push(...verdict.told)
  if (wasOpen && verdict.found !== undefined)
    faults.push(...(await repeat(stage, write, verdict.found === 'after')))
  return { hit, faults, wasOpen, found: verdict.found }
}

/** The same call once more, undisturbed: it comes to its end, and a code that is used up is refused. */
async function repeat(
  { url, look, ground: { family } }: FaultEnvironment,
  write: Write,
  isDone: boolean,
): Promise<string[]> {
  const isOnce = write.name === 'use of a code'
  if (isDone && !isOnce) return []
  const reply = await send(url, write.call)
  if (isDone) return reply.status === 400 ? [] : [`a code was used twice: ${reply.status}`]
  if (reply.status !== write.status) return [`the same again was answered ${reply.status}`]
  const after = statesOf(family, write, reply.body).at(-1) as Family
  const actual = await readFamily(look, [after])
  const verdict = judge(actual, [after])
  adopt(family, actual, verdict)
  return verdict.told.map((line) => `the same again: ${line}`)
}

type Sums = { trials: number; open: number; faults: number }

/** Each statement of a call meets each fault, which `tryIt` puts in its way. */
export async function ofCall(name: string, tryIt: (fault: Fault) => Promise<Trial>): Promise<Sums> {
  const sums = { trials: 0, open: 0, faults: 0 }
  const tell = (where: string, lines: string[]) => {
    sums.faults += lines.length > 0 ? 1 : 0
    for (const line of lines) console.log(`✗ ${name}, ${where}: ${line}`)
  }
  let statements = 0
  for (const how of ways) {
    for (let at = 1; ; at += 1) {
      throwIfAborted()
      const code = how === 'refused' ? CODES[at % 2 ? 503 : 500] : ''
      const { hit, faults, wasOpen } = await tryIt({ at, how, code })
      if (hit === undefined && at === 1) tell(how, ['no statement was hit'])
      if (hit === undefined) break
      statements = Math.max(statements, at)
      sums.trials += 1
      if (wasOpen) sums.open += 1
      tell(`statement ${at} ${how} (${hit.slice(0, 80)})`, faults)
    }
  }
  console.log(`  ${name}: ${statements} statements`)
  return sums
}

/** Each statement of each call that writes meets each fault. True when all was whole or not at all. */
export async function everyStatement(place: CrashEnvironment, folder: string): Promise<boolean> {
  const stage = await openStage(place, folder)
  const calls = Object.entries(faultyCalls)
  const all: Sums[] = []
  for (const [name, prepare] of calls) all.push(await ofCall(name, (fault) => tryOnce(stage, prepare, fault)))
  const sumOf = (of: keyof Sums) => all.reduce((sum, sums) => sum + sums[of], 0)
  console.log(
    `statements: ${sumOf('trials')} faults in ${calls.length} calls, ${sumOf('open')} of them told by 503 or 500; ${sumOf('faults')} left something half done, unclear or not to be repeated`,
  )
  return sumOf('faults') === 0
}
