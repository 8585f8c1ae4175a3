import { messages } from '../../packages/contract/src/messages.ts'
import { until } from '../stage/programs.ts'
import { goOn } from '../suite.ts'
import { readFamily, type Watch } from './actual.ts'
import { isOpen, type Reply, send } from './call.ts'
import { adopt, judge, statesOf } from './compare.ts'
import type { Family } from './family.ts'
import { clear, openStage, type Stage } from './faultStage.ts'
import { faultyCalls, type Ground } from './faultyCalls.ts'
import type { Place } from './place.ts'
import type { Fault } from './statementProxy.ts'
import type { Write } from './writes.ts'

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
  return status === 503 && body.message === messages.unavailable && Number(retryAfter) > 0
}

type Trial = { hit: string | undefined; faults: string[]; wasOpen: boolean; found: unknown }

async function tryOnce(
  stage: Stage,
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
  { url, look, ground: { family } }: Stage,
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

/** Each statement of each call that writes meets each fault. True when all was whole or not at all. */
export async function everyStatement(place: Place, folder: string): Promise<boolean> {
  const stage = await openStage(place, folder)
  const sums = { trials: 0, open: 0, faults: 0 }
  for (const [name, prepare] of Object.entries(faultyCalls)) {
    let statements = 0
    for (const how of ways) {
      for (let at = 1; ; at += 1) {
        goOn()
        const fault = { at, how, code: how === 'refused' ? CODES[at % 2 ? 503 : 500] : '' }
        const { hit, faults, wasOpen } = await tryOnce(stage, prepare, fault)
        if (hit === undefined) break
        statements = Math.max(statements, at)
        sums.trials += 1
        if (wasOpen) sums.open += 1
        sums.faults += faults.length > 0 ? 1 : 0
        for (const line of faults)
          console.log(`✗ ${name}, statement ${at} ${how} (${hit.slice(0, 80)}): ${line}`)
      }
    }
    console.log(`  ${name}: ${statements} statements`)
  }
  console.log(
    `statements: ${sums.trials} faults in ${Object.keys(faultyCalls).length} calls, ${sums.open} of them told by 503 or 500; ${sums.faults} left something half done, unclear or not to be repeated`,
  )
  return sums.faults === 0
}
