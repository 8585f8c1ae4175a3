/** Prints the brotli size of each file that a first visit and each page load, and the sums; fails above a budget. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const BYTES_PER_KB = 1000
const distFolder = join(import.meta.dirname, '../apps/web/dist')
/** The chunk that a first visit to each page loads besides `startFiles`, and the budget of all these files. */
const firstVisitBudgets = [
  { path: '/login', chunk: 'entry', budgetKb: 90 },
  { path: '/app/inicio', chunk: 'frame', budgetKb: 100 },
]
/**
 * The chunks that several pages share; the first of these pages that is opened loads them. A budget does not include
 * `startFiles`, `frame` and the chunks above it in the list.
 */
const sharedBudgets = [
  { path: 'The query library, once with the first page that reads', chunk: 'query', budgetKb: 12 },
  { path: 'The reads of a student, likewise', chunk: 'answers', budgetKb: 12 },
  { path: 'What several pages share, likewise', chunk: 'parts', budgetKb: 12 },
]
/** The chunk of each page. Its budget does not include `startFiles`, `frame` and the chunks that pages share. */
const pageBudgets = [
  { path: '/app/inicio, card of today', chunk: 'today', budgetKb: 12 },
  { path: '/app/agenda', chunk: 'agenda', budgetKb: 28 },
  { path: '/app/horario', chunk: 'TimetablePage', budgetKb: 12 },
  { path: '/app/calificaciones', chunk: 'grades', budgetKb: 12 },
  { path: '/app/asistencia, observaciones, companeros and reportes', chunk: 'records', budgetKb: 12 },
  { path: '/app/configuraciones', chunk: 'password', budgetKb: 12 },
]

type Chunk = { file: string; name?: string; css?: string[]; imports?: string[] }
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(join(distFolder, '.vite/manifest.json'), 'utf8'),
)

/** Returns the scripts and styles of an entry of the manifest and of its static imports. `seen` collects them. */
function filesOfEntry(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const css of chunk.css ?? []) seen.add(css)
  for (const imported of chunk.imports ?? []) filesOfEntry(imported, seen)
  return seen
}

/** Returns the files of the chunk of this name. @throws if there is none, because the lists above are then outdated */
function filesOfChunk(name: string): Set<string> {
  const key = Object.keys(manifest).find((candidate) => manifest[candidate]?.name === name)
  if (key === undefined) throw new Error(`The build has no chunk named ${name}`)
  return filesOfEntry(key)
}

let isOverBudget = false

function reportSize(path: string, files: Iterable<string>, budgetKb: number): void {
  const sizes = Array.from(files, (file) => ({
    file,
    bytes: readFileSync(join(distFolder, `${file}.br`)).length,
  }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`${path}: ${(total / BYTES_PER_KB).toFixed(1)} KB of ${budgetKb} KB`)
  for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes)) {
    console.log(`  ${(bytes / BYTES_PER_KB).toFixed(1).padStart(6)} KB  ${file}`)
  }
  isOverBudget ||= total > budgetKb * BYTES_PER_KB
}

/** The files that every page requests first. */
const startFiles = filesOfChunk('entry').union(new Set([manifest['index.html']?.file ?? '', 'theme.js']))
for (const { path, chunk, budgetKb } of firstVisitBudgets) {
  reportSize(path, startFiles.union(filesOfChunk(chunk)), budgetKb)
}
let loadedFiles = startFiles.union(filesOfChunk('frame'))
const otherFiles: Record<string, string[]> = { answers: ['earlyRequests.js'] }
for (const { path, chunk, budgetKb } of sharedBudgets) {
  const files = filesOfChunk(chunk).union(new Set(otherFiles[chunk]))
  reportSize(path, files.difference(loadedFiles), budgetKb)
  loadedFiles = loadedFiles.union(files)
}
for (const { path, chunk, budgetKb } of pageBudgets) {
  reportSize(path, filesOfChunk(chunk).difference(loadedFiles), budgetKb)
}
if (isOverBudget) console.error('Above the budget')
process.exitCode = isOverBudget ? 1 : 0
