import { createRandom } from '@apoderados/school-data/random'
import { type CrashEnvironment, openObserver } from '../crashEnvironment.ts'
import { checkMails } from '../writes/check.ts'
import type { Client } from '../writes/writer.ts'
import { type KillResult, killOnce } from './kills.ts'
import { missingWrites } from './missingWrites.ts'

const sumOf = (outcomes: KillResult[], figureOf: (outcome: KillResult) => number) =>
  outcomes.reduce((sum, outcome) => sum + figureOf(outcome), 0)

function printRecoveryTimes(outcomes: KillResult[]): void {
  for (const [kind, outcomesOfKind] of Map.groupBy(outcomes, (outcome) => outcome.kind)) {
    const times = outcomesOfKind.map(({ recoveryMs }) => recoveryMs).sort((one, other) => one - other)
    const [median, slowest] = [times[Math.floor(times.length / 2)], times.at(-1)].map((ms) =>
      Math.round(ms ?? 0),
    )
    console.log(
      `  ${kind}: ${outcomesOfKind.length} kills, back in ${median} ms (median), ${slowest} ms at the latest`,
    )
  }
}

/** Kills every kind of target in turn. Returns true if nothing was lost, left half done or usable twice. */
export async function killMany(
  system: CrashEnvironment,
  clients: Client[],
  { kills, seed }: { kills: number; seed: number },
): Promise<boolean> {
  const random = createRandom(seed)
  const outcomes: KillResult[] = []
  const start = performance.now()
  for (let index = 0; index < kills; index += 1) {
    const kind = system.kinds[index % system.kinds.length] ?? 'server'
    const outcome = await killOnce(system, clients, kind, random)
    for (const fault of outcome.faults) console.log(`✗ kill ${index + 1} (${kind}): ${fault}`)
    outcomes.push(outcome)
  }
  const observer = await openObserver(system)
  const mails = await checkMails(observer, system.mailbox)
  await observer.close()
  const missing = missingWrites(outcomes.map(({ acknowledged }) => acknowledged))
  for (const fault of [...missing, ...mails.faults]) console.log(`✗ ${fault}`)
  const open = (end: keyof KillResult['open']) => sumOf(outcomes, (outcome) => outcome.open[end])
  const faults = sumOf(outcomes, (outcome) => outcome.faults.length)
  const seconds = Math.round((performance.now() - start) / 1000)
  console.log(
    `kills, ${system.name}: ${kills} in ${seconds} s, ${sumOf(outcomes, ({ acknowledged }) => acknowledged.length)} writes acknowledged, ${faults} lost or half done; without an answer ${open('before')} not done, ${open('after')} done, ${open('between')} between two whole steps`,
  )
  printRecoveryTimes(outcomes)
  console.log(`  ${mails.summary}`)
  return faults + missing.length + mails.faults.length === 0
}
