/**
 * Prints the brotli size of each file that a first visit and each page load, and the sums; fails if a sum is above its
 * budget.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const BYTES_PER_KB = 1000
const dist = join(import.meta.dirname, '../apps/web/dist')
/** The chunk that a first visit to each page loads besides `startFiles`, and the budget of all these files. */
const firstVisitBudgets = [
  { path: '/login', chunk: 'entry', budgetKb: 85 },
  { path: '/app/inicio', chunk: 'frame', budgetKb: 95 },
]
/** The chunk of each page. Its budget does not include `startFiles` and the chunks `frame`, `answers` and `parts`. */
const pageBudgets = [
  { path: '/app/inicio, card of today', chunk: 'today', budgetKb: 12 },
  { path: '/app/agenda', chunk: 'agenda', budgetKb: 28 },
  { path: '/app/horario', chunk: 'TimetablePage', budgetKb: 12 },
  { path: '/app/calificaciones', chunk: 'grades', budgetKb: 12 },
  { path: '/app/asistencia, observaciones, companeros and reportes', chunk: 'records', budgetKb: 12 },
  { path: '/app/configuraciones', chunk: 'password', budgetKb: 12 },
]

type Chunk = { file: string; name?: string; css?: string[]; imports?: string[] }
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

/** Returns the files of a chunk and of its static imports, with their styles. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const css of chunk.css ?? []) seen.add(css)
  for (const imported of chunk.imports ?? []) filesOf(imported, seen)
  return seen
}

/**
 * Returns the manifest's key of a chunk. @throws if no chunk has that name, because the lists above are then outdated
 */
function keyOf(name: string): string {
  const key = Object.keys(manifest).find((candidate) => manifest[candidate]?.name === name)
  if (key === undefined) throw new Error(`The build has no chunk named ${name}`)
  return key
}

let isOverBudget = false

function reportSize(path: string, files: Iterable<string>, budgetKb: number): void {
  const sizes = Array.from(files, (file) => ({ file, bytes: readFileSync(join(dist, `${file}.br`)).length }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`${path}: ${(total / BYTES_PER_KB).toFixed(1)} KB of ${budgetKb} KB`)
  for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes)) {
    console.log(`  ${(bytes / BYTES_PER_KB).toFixed(1).padStart(6)} KB  ${file}`)
  }
  isOverBudget ||= total > budgetKb * BYTES_PER_KB
}

/** The files that every page requests first. */
const startFiles = filesOf(keyOf('entry')).union(new Set([manifest['index.html']?.file ?? '', 'theme.js']))
for (const { path, chunk, budgetKb } of firstVisitBudgets) {
  reportSize(path, startFiles.union(filesOf(keyOf(chunk))), budgetKb)
}
const frameFiles = startFiles.union(filesOf(keyOf('frame')))
const answersFiles = filesOf(keyOf('answers'))
const queryFiles = filesOf(keyOf('query'))
reportSize('The query library, once with the first page that reads', queryFiles.difference(frameFiles), 12)
reportSize('The reads of a student, likewise', answersFiles.difference(frameFiles).difference(queryFiles), 12)
const partsFiles = filesOf(keyOf('parts'))
reportSize(
  'What several pages share, likewise',
  partsFiles.difference(frameFiles).difference(answersFiles),
  12,
)
for (const { path, chunk, budgetKb } of pageBudgets) {
  reportSize(
    path,
    filesOf(keyOf(chunk)).difference(frameFiles).difference(answersFiles).difference(partsFiles),
    budgetKb,
  )
}
if (isOverBudget) console.error('Above the budget')
process.exitCode = isOverBudget ? 1 : 0
