import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a row names: a test by its file and words of its name, a command of ours, a document with its heading. */
export type Proof =
  | { kind: 'test'; file: string; words: string }
  | { kind: 'command'; name: string }
  | { kind: 'document'; path: string; anchor: string }
export type Row = {
  id: string
  level: string
  state: 'held' | 'deviation' | 'open' | 'not here'
  why: string
  proofs: Proof[]
}
/** Of one run: where, its whole name, and whether it passed. */
export type RanTest = { file: string; name: string; hasPassed: boolean }

const ROW = /^\| (\d+\.\d+\.\d+) \| ([123]) \| [^|]+ \| (.+) \|$/

function proofOf(text: string): Proof[] {
  const [, command] = /^`npm run ([\w:]+)`$/.exec(text) ?? []
  if (command) return [{ kind: 'command', name: command }]
  const [, file, words = ''] = /^`([^`]+)`(?: “(.+)”)?$/.exec(text) ?? []
  if (file) return [{ kind: 'test', file, words }]
  const [, path = '', anchor] = /^\[[^\]]+\]\(([\w.]*)#([\w-]+)\)$/.exec(text) ?? []
  if (anchor) return [{ kind: 'document', path: path || 'asvs.md', anchor }]
  return []
}

/** @throws for a part of a row that is none of the known */
export function readRows(markdown: string): Row[] {
  return markdown.split('\n').flatMap((line) => {
    const [, id, level, held] = ROW.exec(line) ?? []
    if (!id || !level || !held) return []
    const [, state, why] = /^(deviation|open|not here): ([^;]+)/.exec(held) ?? []
    const parts = held.split('; ').slice(state ? 1 : 0)
    // Reasons of one clause more.
    const proofs = state === 'open' || state === 'not here' ? [] : parts.map(proofOf)
    if (proofs.some((proof) => proof.length === 0))
      throw new Error(`row ${id} names something unknown: ${held}`)
    return [{ id, level, state: (state ?? 'held') as Row['state'], why: why ?? '', proofs: proofs.flat() }]
  })
}

/** As GitHub makes them of headings. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .trim()
    .replaceAll(' ', '-')

function hasHeading(docs: string, path: string, anchor: string): boolean {
  if (!existsSync(join(docs, path))) return false
  const headings = readFileSync(join(docs, path), 'utf8').matchAll(/^#+ (.+)$/gm)
  return Array.from(headings, ([, heading = '']) => anchorOf(heading)).includes(anchor)
}

/** What a row claims and cannot show; a command must be one of the `suites` that `npm run check:full` runs. */
export function faultsOf(
  row: Row,
  ran: RanTest[],
  { docs, suites }: { docs: string; suites: string[] },
): string[] {
  if (row.state === 'open') return [`${row.id} is open: ${row.why}`]
  const isClaim = row.state === 'held' || row.state === 'deviation'
  if (!isClaim) return row.why ? [] : [`${row.id} gives no reason`]
  const hasTest = row.proofs.some(({ kind }) => kind === 'test')
  if (row.proofs.length === 0) return [`${row.id} names nothing`]
  if (row.state === 'deviation' && !hasTest) return [`${row.id} names no test of what compensates`]
  return row.proofs.flatMap((proof) => {
    if (proof.kind === 'command')
      return suites.includes(proof.name) ? [] : [`${row.id}: npm run ${proof.name} is no suite of check:full`]
    if (proof.kind === 'document') {
      return hasHeading(docs, proof.path, proof.anchor) ? [] : [`${row.id}: no ${proof.path}#${proof.anchor}`]
    }
    const named = ran.filter(
      ({ file, name }) => file.endsWith(`/${proof.file}`) && name.includes(proof.words),
    )
    if (named.length === 0) return [`${row.id}: no test “${proof.words}” ran in ${proof.file}`]
    return named.every(({ hasPassed }) => hasPassed)
      ? []
      : [`${row.id}: “${proof.words}” in ${proof.file} failed`]
  })
}
