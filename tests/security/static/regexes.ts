import { readFileSync } from 'node:fs'
import { check } from 'recheck'
import { constantsOf, constantText } from './constants.ts'
import { type Node, nodesOf } from './syntax.ts'

export type Regex = { path: string; source: string; flags: string }

const TIMEOUT_MS = 30_000
/** The maximum processor time for one text. Elapsed time would fail on a busy machine. */
const COST_MAX_MS = 1_500
const MICROSECONDS_PER_MS = 1_000

const isRegExpCall = ({ type, callee }: Node) =>
  ['NewExpression', 'CallExpression'].includes(type) && (callee as Node).name === 'RegExp'

/**
 * Finds the regular expressions that a file writes as literals or builds from constants; `unresolved` counts those
 * that it builds from variables.
 */
export function regexesIn(
  path: string,
  text = readFileSync(path, 'utf8'),
): { regexes: Regex[]; unresolved: number } {
  const nodes = nodesOf(path, text)
  const constants = constantsOf(nodes)
  const regexes: Regex[] = []
  let unresolved = 0
  for (const node of nodes) {
    if (node.regex) {
      const { pattern: source, flags } = node.regex as { pattern: string; flags: string }
      regexes.push({ path, source, flags })
    } else if (isRegExpCall(node)) {
      const [pattern, flag] = node.arguments as (Node | undefined)[]
      const [source, flags] = [constantText(pattern, constants), flag ? constantText(flag, constants) : '']
      if (source !== undefined && flags !== undefined) regexes.push({ path, source, flags })
      else unresolved += 1
    }
  }
  return { regexes, unresolved }
}

/** A part of the worst text: `pump` is repeated after `prefix`, as `check` names them. */
type Pump = { prefix: string; pump: string }

/** Builds the worst text that `check` found, with about `characters` characters at most. */
function worstText({ pumps, suffix }: { pumps: Pump[]; suffix: string }, characters: number): string {
  const fixed = pumps.reduce((sum, { prefix }) => sum + prefix.length, suffix.length)
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0)
  const times = Math.max(1, Math.floor((characters - fixed) / Math.max(1, pumped)))
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix
}

/**
 * Returns why an expression is dangerous; undefined if its time is linear in the length of the text, or if the worst
 * text of `characters` characters takes less than `COST_MAX_MS`.
 */
export async function dangerOf({ source, flags }: Regex, characters: number): Promise<string | undefined> {
  const found = await check(source, flags, { timeout: TIMEOUT_MS })
  if (found.status === 'safe') return undefined
  if (found.status === 'unknown') return `not decidable: ${found.error.kind}`
  const { summary, type } = found.complexity
  if (type === 'exponential') return `${summary}, as on ${found.attack.pattern}`
  const text = worstText(found.attack, characters)
  const before = process.cpuUsage()
  new RegExp(source, flags.replace('g', '')).test(text)
  const ms = process.cpuUsage(before).user / MICROSECONDS_PER_MS
  return ms < COST_MAX_MS ? undefined : `${summary}: ${ms.toFixed(0)} ms on ${found.attack.pattern}`
}
