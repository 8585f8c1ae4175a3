import { messages, serverMessages } from '@apoderados/contract/messages'
import { waitUntil } from '../../../support/stage/programs.ts'
import { throwIfAborted } from '../../../support/suite.ts'
import type { CrashEnvironment } from '../crashEnvironment.ts'
import { type DatabaseObserver, readFamily } from '../writes/actual.ts'
import { adoptState, matchState, statesOf } from '../writes/compare.ts'
import type { Family } from '../writes/family.ts'
import type { Write } from '../writes/writes.ts'
import { isOutcomeUnknown, type Reply, send } from './call.ts'
import { type FaultEnvironment, openStage, resetFamily } from './faultStage.ts'
import { type FaultFixture, faultyCalls } from './faultyCalls.ts'
import type { Fault } from './statementProxy.ts'

/** The errors of refused statements by the status that the server must answer: a full disk, an unforeseen error. */
const SQLSTATE_BY_STATUS = { 503: '53100', 500: 'XX000' } as const
const faultKinds = ['refused', 'cut before', 'cut after'] as const

/**
 * Waits until no connection of the server runs a statement, because PostgreSQL rolls back the transaction of a cut
 * connection with a delay.
 */
const waitUntilIdle = ({ client }: DatabaseObserver) =>
  waitUntil(async () => {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where application_name = 'apoderados' and state <> 'idle'`,
    )
    return rows.length === 0
  }, 'the end of the last statement')

/** Returns whether a failed call was answered with the status and message that the contract demands for the fault. */
function isContractError({ status, body, retryAfter }: Reply, { code }: Fault): boolean {
  if (code === SQLSTATE_BY_STATUS[500]) return status === 500 && body.message === messages.serviceError
  return status === 503 && body.message === serverMessages.unavailable && Number(retryAfter) > 0
}

type StatementFaultResult = {
  statement: string | undefined
  faults: string[]
  wasUnknown: boolean
  found: unknown
}

async function runFaultTrial(
  stage: FaultEnvironment,
  prepare: (fixture: FaultFixture) => Promise<Write>,
  fault: Fault,
): Promise<StatementFaultResult> {
  const { url, proxy, observer, fixture } = stage
  const { family } = fixture
  await resetFamily(stage)
  const write = await prepare(fixture)
  proxy.arm(fault)
  const reply = await send(url, write.call)
  const statement = proxy.faultedStatement()
  proxy.arm()
  await waitUntilIdle(observer)
  const faults: string[] = []
  const wasUnknown = isOutcomeUnknown(reply)
  if (!wasUnknown && reply.status !== write.status) faults.push(`was answered ${reply.status}`)
  if (wasUnknown && !isContractError(reply, fault))
    faults.push(`was answered ${reply.status} ${reply.body.message}`)
  const states = statesOf(family, write, reply.body)
  const actual = await readFamily(observer, states)
  const match = matchState(actual, wasUnknown ? states : states.slice(-1))
  adoptState(family, actual, match)
  faults.push(...match.differences)
  if (wasUnknown && match.found !== undefined)
    faults.push(...(await repeatCall(stage, write, match.found === 'after')))
  return { statement, faults, wasUnknown, found: match.found }
}

/** Repeats a call that had no effect, which must succeed now, or the use of a used code, which must be refused. */
async function repeatCall(
  { url, observer, fixture: { family } }: FaultEnvironment,
  write: Write,
  isDone: boolean,
): Promise<string[]> {
  const isOnce = write.name === 'use of a code'
  if (isDone && !isOnce) return []
  const reply = await send(url, write.call)
  if (isDone) return reply.status === 400 ? [] : [`a code was used twice: ${reply.status}`]
  if (reply.status !== write.status) return [`the same again was answered ${reply.status}`]
  const after = statesOf(family, write, reply.body).at(-1) as Family
  const actual = await readFamily(observer, [after])
  const match = matchState(actual, [after])
  adoptState(family, actual, match)
  return match.differences.map((line) => `the same again: ${line}`)
}

/** `unknown` counts the calls with an unknown outcome. */
type FaultTotals = { trials: number; unknown: number; faults: number }

/** Runs the call `name` with each kind of fault in each of its statements; `runTrial` plants a fault and calls. */
export async function failEachStatementOf(
  name: string,
  runTrial: (fault: Fault) => Promise<StatementFaultResult>,
): Promise<FaultTotals> {
  const sums = { trials: 0, unknown: 0, faults: 0 }
  const report = (label: string, lines: string[]) => {
    sums.faults += lines.length > 0 ? 1 : 0
    for (const line of lines) console.log(`✗ ${name}, ${label}: ${line}`)
  }
  let statements = 0
  for (const kind of faultKinds) {
    for (let statementNumber = 1; ; statementNumber += 1) {
      throwIfAborted()
      const code = kind === 'refused' ? SQLSTATE_BY_STATUS[statementNumber % 2 ? 503 : 500] : ''
      const { statement, faults, wasUnknown } = await runTrial({ statementNumber, kind, code })
      if (statement === undefined && statementNumber === 1) report(kind, ['no statement was hit'])
      if (statement === undefined) break
      statements = Math.max(statements, statementNumber)
      sums.trials += 1
      if (wasUnknown) sums.unknown += 1
      report(`statement ${statementNumber} ${kind} (${statement.slice(0, 80)})`, faults)
    }
  }
  console.log(`  ${name}: ${statements} statements`)
  return sums
}

/**
 * Plants each kind of fault in each statement of every write whose name contains `words`. Returns true if each write
 * was complete or had no effect. @throws if there is no such write
 */
export async function runStatementTrials(
  system: CrashEnvironment,
  folder: string,
  words: string,
): Promise<boolean> {
  const calls = Object.entries(faultyCalls).filter(([name]) => name.includes(words))
  if (calls.length === 0) throw new Error(`--calls knows ${Object.keys(faultyCalls).join(', ')}`)
  const stage = await openStage(system, folder)
  const all: FaultTotals[] = []
  for (const [name, prepare] of calls)
    all.push(await failEachStatementOf(name, (fault) => runFaultTrial(stage, prepare, fault)))
  const sumOf = (key: keyof FaultTotals) => all.reduce((sum, sums) => sum + sums[key], 0)
  console.log(
    `statements: ${sumOf('trials')} faults in ${calls.length} calls, ${sumOf('unknown')} of them told by 503 or 500; ${sumOf('faults')} left something half done, unclear or not to be repeated`,
  )
  return sumOf('faults') === 0
}
