/** Prints the brotli size of the JavaScript and CSS that a first visit and each page load, by chunk; fails above a budget. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const BYTES_PER_KB = 1000
const dist = join(import.meta.dirname, '../apps/web/dist')
/** The chunks that a first visit loads before the page is complete. */
const visits = [
  { path: '/login', chunk: 'entry', budgetKb: 85 },
  { path: '/app/inicio', chunk: 'frame', budgetKb: 95 },
]
/** The code of one page, without the frame, the reads and the chunks that several pages share. */
const routes = [
  { path: '/app/inicio, card of today', chunk: 'today', budgetKb: 12 },
  { path: '/app/agenda', chunk: 'agenda', budgetKb: 28 },
  { path: '/app/horario', chunk: 'TimetablePage', budgetKb: 12 },
  { path: '/app/calificaciones', chunk: 'grades', budgetKb: 12 },
  { path: '/app/asistencia, observaciones, companeros and reportes', chunk: 'records', budgetKb: 12 },
  { path: '/app/configuraciones', chunk: 'password', budgetKb: 12 },
]

type Chunk = { file: string; name?: string; css?: string[]; imports?: string[] }
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

/** A chunk with its static imports. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const css of chunk.css ?? []) seen.add(css)
  for (const imported of chunk.imports ?? []) filesOf(imported, seen)
  return seen
}

/** @throws if the build has no chunk of that name, which means that this list is outdated */
function keyOf(name: string): string {
  const key = Object.keys(manifest).find((candidate) => manifest[candidate]?.name === name)
  if (key === undefined) throw new Error(`The build has no chunk named ${name}`)
  return key
}

let isOver = false

function report(path: string, files: Iterable<string>, budgetKb: number): void {
  const sizes = Array.from(files, (file) => ({ file, bytes: readFileSync(join(dist, `${file}.br`)).length }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`${path}: ${(total / BYTES_PER_KB).toFixed(1)} KB of ${budgetKb} KB`)
  for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes)) {
    console.log(`  ${(bytes / BYTES_PER_KB).toFixed(1).padStart(6)} KB  ${file}`)
  }
  isOver ||= total > budgetKb * BYTES_PER_KB
}

/** The files that the page itself requests. */
const start = filesOf(keyOf('entry')).union(new Set([manifest['index.html']?.file ?? '', 'theme.js']))
for (const { path, chunk, budgetKb } of visits) {
  report(path, start.union(filesOf(keyOf(chunk))), budgetKb)
}
const framed = start.union(filesOf(keyOf('frame')))
const answers = filesOf(keyOf('answers'))
const query = filesOf(keyOf('query'))
report('The query library, once with the first page that reads', query.difference(framed), 12)
report('The reads of a student, likewise', answers.difference(framed).difference(query), 12)
const parts = filesOf(keyOf('parts'))
report('What several pages share, likewise', parts.difference(framed).difference(answers), 12)
for (const { path, chunk, budgetKb } of routes) {
  report(path, filesOf(keyOf(chunk)).difference(framed).difference(answers).difference(parts), budgetKb)
}
if (isOver) console.error('Above the budget')
process.exitCode = isOver ? 1 : 0
