import { readFileSync } from 'node:fs'
import { parseSync, visitorKeys } from 'oxc-parser'
import { check } from 'recheck'

export type Regex = { path: string; source: string; flags: string }
type Node = { type: string } & Record<string, unknown>

const TIMEOUT_MS = 30_000
/** What one text may cost of the processor: by the clock, a busy machine would make red what is not. */
const COST_MAX_MS = 1_500
const MICROSECONDS_PER_MS = 1_000

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const key of visitorKeys[node.type] ?? []) {
    const child = node[key]
    for (const item of Array.isArray(child) ? child : [child]) if (isNode(item)) yield* nodesOf(item)
  }
}

/** The regular expressions that a file writes out. */
export function regexesIn(path: string, text = readFileSync(path, 'utf8')): Regex[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  return [...nodesOf(program as unknown as Node)].flatMap(({ regex }) => {
    if (!regex) return []
    const { pattern, flags } = regex as { pattern: string; flags: string }
    return [{ path, source: pattern, flags }]
  })
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
