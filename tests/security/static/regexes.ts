import { readFileSync } from 'node:fs'
import { check } from 'recheck'
import { constantsOf, textOf } from './constants.ts'
import { type Node, nodesOf } from './syntax.ts'

export type Regex = { path: string; source: string; flags: string }

const TIMEOUT_MS = 30_000
/** What one text may cost of the processor: by the clock, a busy machine would make red what is not. */
const COST_MAX_MS = 1_500
const MICROSECONDS_PER_MS = 1_000

const isBuilt = ({ type, callee }: Node) =>
  ['NewExpression', 'CallExpression'].includes(type) && (callee as Node).name === 'RegExp'

/** The regular expressions that a file writes out or builds of constants; `untold`: how many it builds of more. */
export function regexesIn(
  path: string,
  text = readFileSync(path, 'utf8'),
): { regexes: Regex[]; untold: number } {
  const nodes = nodesOf(path, text)
  const constants = constantsOf(nodes)
  const regexes: Regex[] = []
  let untold = 0
  for (const node of nodes) {
    if (node.regex) {
      const { pattern: source, flags } = node.regex as { pattern: string; flags: string }
      regexes.push({ path, source, flags })
    } else if (isBuilt(node)) {
      const [pattern, flag] = node.arguments as (Node | undefined)[]
      const [source, flags] = [textOf(pattern, constants), flag ? textOf(flag, constants) : '']
      if (source !== undefined && flags !== undefined) regexes.push({ path, source, flags })
      else untold += 1
    }
  }
  return { regexes, untold }
}

type Pump = { prefix: string; pump: string }

/** The worst text of at most so many characters that was found. */
function worstText({ pumps, suffix }: { pumps: Pump[]; suffix: string }, characters: number): string {
  const fixed = pumps.reduce((sum, { prefix }) => sum + prefix.length, suffix.length)
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0)
  const times = Math.max(1, Math.floor((characters - fixed) / Math.max(1, pumped)))
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix
}

/**
 * Undefined for an expression whose time grows with the text's length alone, or that takes no longer than a moment on
 * the worst text of the longest that can reach it; else what is wrong with it.
 */
export async function dangerOf({ source, flags }: Regex, characters: number): Promise<string | undefined> {
  const found = await check(source, flags, { timeout: TIMEOUT_MS })
  if (found.status === 'safe') return undefined
  if (found.status === 'unknown') return `nobody knows: ${found.error.kind}`
  const { summary, type } = found.complexity
  if (type === 'exponential') return `${summary}, as on ${found.attack.pattern}`
  const text = worstText(found.attack, characters)
  const before = process.cpuUsage()
  new RegExp(source, flags.replace('g', '')).test(text)
  const ms = process.cpuUsage(before).user / MICROSECONDS_PER_MS
  return ms < COST_MAX_MS ? undefined : `${summary}: ${ms.toFixed(0)} ms on ${found.attack.pattern}`
}
