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
  state: 'held' | 'documentation' | 'deviation' | 'open' | 'not here'
  why: string
  proofs: Proof[]
}
/** One of those that `npm run check:full` runs, and whether it has passed on this code. */
export type RanSuite = { name: string; hasPassed: boolean }
/** Of one run: where, its whole name, and whether it passed. */
export type RanTest = { file: string; name: string; hasPassed: boolean }

/** The sections whose requirements ask for a document: ASVS names them so. */
const ASKS_FOR_DOCUMENTS = /^(2|5|6|7|8|11|13|14|15|16)\.1\./
const ROW = /^\| (\d+\.\d+\.\d+) \| ([123]) \| [^|]+ \| (.+) \|$/

function proofOf(text: string): Proof[] {
  const [, script, folder] = /^`npm run ([\w:]+)(?: -w tests\/(\w+))?`$/.exec(text) ?? []
  if (script) return [{ kind: 'command', name: folder ? `${folder}/${script}` : script }]
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
    const [, mark, rest = held] = /^(documentation|deviation|open|not here): (.+)$/.exec(held) ?? []
    const state = (mark ?? 'held') as Row['state']
    const parts = rest.split('; ')
    // A reason may have clauses of its own, but for a deviation's.
    const isReason = state === 'open' || state === 'not here'
    const why = isReason ? rest : state === 'deviation' ? (parts.shift() ?? '') : ''
    const proofs = isReason ? [] : parts.map(proofOf)
    if (proofs.some((proof) => proof.length === 0))
      throw new Error(`row ${id} names something unknown: ${held}`)
    return [{ id, level, state, why, proofs: proofs.flat() }]
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

/** What of a row's form does not do for its claim. */
export function faultOfForm({ id, state, why, proofs }: Row): string | undefined {
  const isBy = (...kinds: Proof['kind'][]) => proofs.some(({ kind }) => kinds.includes(kind))
  if (state === 'open') return `${id} is open: ${why}`
  if (state === 'not here') return why ? undefined : `${id} gives no reason`
  if (proofs.length === 0) return `${id} names nothing`
  if (state === 'documentation')
    return ASKS_FOR_DOCUMENTS.test(id) ? undefined : `${id} does not ask for a document`
  if (state === 'deviation') return isBy('test') ? undefined : `${id} names no test of what compensates`
  return isBy('test', 'command')
    ? undefined
    : `${id} names documents alone, and is not marked as asking for one`
}

type Places = { ran: RanTest[]; suites: RanSuite[]; docs: string }

function faultOfProof(proof: Proof, { ran, suites, docs }: Places): string | undefined {
  if (proof.kind === 'document')
    return hasHeading(docs, proof.path, proof.anchor) ? undefined : `no ${proof.path}#${proof.anchor}`
  if (proof.kind === 'command') {
    const named = suites.filter(({ name }) => name === proof.name)
    if (named.length === 0) return `npm run ${proof.name} is no suite of check:full`
    const isGood = named.every(({ hasPassed }) => hasPassed)
    return isGood ? undefined : `npm run ${proof.name} has not run, or not passed, on this code`
  }
  const named = ran.filter(({ file, name }) => file.endsWith(`/${proof.file}`) && name.includes(proof.words))
  if (named.length === 0) return `no test “${proof.words}” ran in ${proof.file}`
  return named.every(({ hasPassed }) => hasPassed) ? undefined : `“${proof.words}” in ${proof.file} failed`
}

/** What a row claims and cannot show. */
export function faultsOf(row: Row, places: Places): string[] {
  const ofForm = faultOfForm(row)
  if (ofForm) return [ofForm]
  return row.proofs.flatMap((proof) => {
    const fault = faultOfProof(proof, places)
    return fault ? [`${row.id}: ${fault}`] : []
  })
}
