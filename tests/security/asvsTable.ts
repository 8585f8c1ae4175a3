import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What a row names as evidence: a test by its file and words of its name, a command, or a page of docs/ with a heading.
 */
export type Proof =
  | { kind: 'test'; file: string; titlePart: string }
  | { kind: 'command'; name: string }
  | { kind: 'page'; path: string; anchor: string }
export type AsvsRow = {
  id: string
  level: string
  state: 'held' | 'documentation' | 'deviation' | 'open' | 'not here'
  reason: string
  proofs: Proof[]
}
/** A suite that `npm run check:full` runs, and whether it has passed on this code. */
export type RanSuite = { name: string; hasPassed: boolean }
/** A test of one run: its file, its whole name, and whether it passed. */
export type RanTest = { file: string; name: string; hasPassed: boolean }

/** Matches the ids of ASVS requirements that ask for documentation: those of section 1 of these chapters. */
const DOCUMENTATION_ID = /^(2|5|6|7|8|11|13|14|15|16)\.1\./
const ROW_PATTERN = /^\| (\d+\.\d+\.\d+) \| ([123]) \| [^|]+ \| (.+) \|$/

function parseProof(text: string): Proof[] {
  const [, script, folder] = /^`npm run ([\w:]+)(?: -w tests\/(\w+))?`$/.exec(text) ?? []
  if (script) return [{ kind: 'command', name: folder ? `${folder}/${script}` : script }]
  const [, file, titlePart = ''] = /^`([^`]+)`(?: “(.+)”)?$/.exec(text) ?? []
  if (file) return [{ kind: 'test', file, titlePart }]
  const [, path = '', anchor] = /^\[[^\]]+\]\(([\w.]*)#([\w-]+)\)$/.exec(text) ?? []
  if (anchor) return [{ kind: 'page', path: path || 'asvs.md', anchor }]
  return []
}

/** Reads the rows of docs/asvs.md. @throws if a row names evidence in an unknown form */
export function readRows(markdown: string): AsvsRow[] {
  return markdown.split('\n').flatMap((line) => {
    const [, id, level, held] = ROW_PATTERN.exec(line) ?? []
    if (!id || !level || !held) return []
    const [, mark, rest = held] = /^(documentation|deviation|open|not here): (.+)$/.exec(held) ?? []
    const state = (mark ?? 'held') as AsvsRow['state']
    const parts = rest.split('; ')
    // A deviation's reason ends at the first semicolon, where its evidence begins; another reason takes the whole cell.
    const isReason = state === 'open' || state === 'not here'
    const reason = isReason ? rest : state === 'deviation' ? (parts.shift() ?? '') : ''
    const proofs = isReason ? [] : parts.map(parseProof)
    if (proofs.some((proof) => proof.length === 0))
      throw new Error(`row ${id} names something unknown: ${held}`)
    return [{ id, level, state, reason, proofs: proofs.flat() }]
  })
}

/** Makes the anchor of a heading as GitHub does. */
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

/** Returns why the kinds of evidence in a row cannot support the row's claim; undefined if they can. */
export function faultOfEvidenceKinds({ id, state, reason, proofs }: AsvsRow): string | undefined {
  const isBy = (...kinds: Proof['kind'][]) => proofs.some(({ kind }) => kinds.includes(kind))
  if (state === 'open') return `${id} is open: ${reason}`
  if (state === 'not here') return reason ? undefined : `${id} gives no reason`
  if (proofs.length === 0) return `${id} names nothing`
  if (state === 'documentation')
    return DOCUMENTATION_ID.test(id) ? undefined : `${id} does not ask for a document`
  if (state === 'deviation') return isBy('test') ? undefined : `${id} names no test of what compensates`
  return isBy('test', 'command')
    ? undefined
    : `${id} names documents alone, and is not marked as asking for one`
}

type EvidencePlaces = { tests: RanTest[]; suites: RanSuite[]; docs: string }

function faultOfProof(proof: Proof, { tests, suites, docs }: EvidencePlaces): string | undefined {
  if (proof.kind === 'page')
    return hasHeading(docs, proof.path, proof.anchor) ? undefined : `no ${proof.path}#${proof.anchor}`
  if (proof.kind === 'command') {
    const matchingSuites = suites.filter(({ name }) => name === proof.name)
    if (matchingSuites.length === 0) return `npm run ${proof.name} is no suite of check:full`
    const isGood = matchingSuites.every(({ hasPassed }) => hasPassed)
    return isGood ? undefined : `npm run ${proof.name} has not run, or not passed, on this code`
  }
  const matchingTests = tests.filter(
    ({ file, name }) => file.endsWith(`/${proof.file}`) && name.includes(proof.titlePart),
  )
  if (matchingTests.length === 0) return `no test “${proof.titlePart}” ran in ${proof.file}`
  return matchingTests.every(({ hasPassed }) => hasPassed)
    ? undefined
    : `“${proof.titlePart}” in ${proof.file} failed`
}

/** Returns what is wrong with the evidence of a row; empty if all of it is valid. */
export function faultsOfRow(row: AsvsRow, places: EvidencePlaces): string[] {
  const kindsFault = faultOfEvidenceKinds(row)
  if (kindsFault) return [kindsFault]
  return row.proofs.flatMap((proof) => {
    const fault = faultOfProof(proof, places)
    return fault ? [`${row.id}: ${fault}`] : []
  })
}
