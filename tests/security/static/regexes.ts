import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { check } from 'recheck'

const TIMEOUT_MS = 30_000
/** The maximum processor time for one text. Elapsed time would fail on a busy machine. */
const COST_MAX_MS = 1_500
/** The longest text that reaches an expression: the body of a request, or a cell of a sheet. */
const INPUT_CHARACTERS = { default: 16_384, importer: 32_767 }
/** Expressions that receive only shorter texts. */
const SHORTER_INPUTS: Record<string, number> = {
  // PHONE_CELL_LENGTH_MAX in contactCell.ts is checked before it.
  '\\d{8}.*[/,;yo].*\\d{8}': 60,
  // Only the head of a page is read.
  '<meta[^>]+charset\\s*=\\s*["\']?\\s*([\\w-]+)': 4_096,
}

type Regex = { pattern: string; flags: string }

/** Returns the regular expressions that a source writes as literals. */
export function regexesIn(path: string, text = readFileSync(path, 'utf8')): Regex[] {
  const found: Regex[] = []
  const visitor = new Visitor({
    Literal(node) {
      if ('regex' in node) found.push(node.regex)
    },
  })
  visitor.visit(parseSync(path, text).program)
  return found
}

/** Returns why an expression is dangerous; undefined if its worst text of that length takes less than COST_MAX_MS. */
export async function dangerOf({ pattern, flags }: Regex, characters: number): Promise<string | undefined> {
  const found = await check(pattern, flags, { timeout: TIMEOUT_MS })
  if (found.status === 'safe') return undefined
  if (found.status === 'unknown') return `not decidable: ${found.error.kind}`
  const { summary, type } = found.complexity
  if (type === 'exponential') return `${summary}, as on ${found.attack.pattern}`
  const { pumps, suffix } = found.attack
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0)
  const times = Math.max(1, Math.floor(characters / Math.max(1, pumped)))
  const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix
  const before = process.cpuUsage()
  new RegExp(pattern, flags.replace('g', '')).test(text)
  const ms = process.cpuUsage(before).user / 1_000
  return ms < COST_MAX_MS ? undefined : `${summary}: ${ms.toFixed(0)} ms on ${found.attack.pattern}`
}

export async function checkRegexes(): Promise<{ detail: string; faults: string[] }> {
  const sources = globSync(['{apps,packages}/*/src/**/*.{ts,tsx}', 'apps/web/public/**/*.js']).filter(
    (path) => !/\.test\.|\/testing\//.test(path),
  )
  const all = new Map(
    sources.flatMap((path) => regexesIn(path).map((regex) => [JSON.stringify(regex), { path, regex }])),
  )
  const faults: string[] = []
  for (const { path, regex } of all.values()) {
    const longest = /^(apps\/cli|packages\/importer)\//.test(path)
      ? INPUT_CHARACTERS.importer
      : INPUT_CHARACTERS.default
    const danger = await dangerOf(regex, SHORTER_INPUTS[regex.pattern] ?? longest)
    if (danger) faults.push(`${path} /${regex.pattern}/${regex.flags}: ${danger}`)
  }
  return { detail: `${all.size} literals of ${sources.length} sources`, faults }
}
