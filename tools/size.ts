/** The JavaScript and CSS that a first visit loads, brotli, by chunk; ends in an error above the budget. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const BYTES_PER_KB = 1000
const dist = join(import.meta.dirname, '../apps/web/dist')
const visits = [
  { path: '/login', chunk: 'index', budgetKb: 85 },
  { path: '/app/inicio', chunk: 'frame', budgetKb: 95 },
]

type Chunk = { file: string; name?: string; css?: string[]; imports?: string[] }
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

/** A chunk with all that it imports at once. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const css of chunk.css ?? []) seen.add(css)
  for (const imported of chunk.imports ?? []) filesOf(imported, seen)
  return seen
}

/** @throws when the build has no chunk of that name: then this list is out of date */
function keyOf(name: string): string {
  const key = Object.keys(manifest).find((candidate) => manifest[candidate]?.name === name)
  if (key === undefined) throw new Error(`The build has no chunk named ${name}`)
  return key
}

// One stylesheet for the whole app, linked by the page itself.
const styles = Object.values(manifest).filter(({ file }) => file.endsWith('.css'))
let isOver = false
for (const { path, chunk, budgetKb } of visits) {
  const files = filesOf(keyOf(chunk))
  for (const { file } of styles) files.add(file)
  files.add('theme.js')
  const sizes = [...files].map((file) => ({ file, bytes: readFileSync(join(dist, `${file}.br`)).length }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`${path}: ${(total / BYTES_PER_KB).toFixed(1)} KB of ${budgetKb} KB`)
  for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes)) {
    console.log(`  ${(bytes / BYTES_PER_KB).toFixed(1).padStart(6)} KB  ${file}`)
  }
  isOver ||= total > budgetKb * BYTES_PER_KB
}
if (isOver) console.error('Above the budget')
process.exitCode = isOver ? 1 : 0
