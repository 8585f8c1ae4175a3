/** Prints the brotli size of what a first visit and the whole app load, file by file; fails above a budget. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const BYTES_PER_KB = 1000

type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, Chunk>

const distFolderOf = (app: string) => join(import.meta.dirname, `../apps/${app}/dist`)
const readManifest = (app: string): Manifest =>
  JSON.parse(readFileSync(join(distFolderOf(app), '.vite/manifest.json'), 'utf8'))
const manifest = readManifest('web')

/**
 * Adds the scripts and styles of an entry of the manifest and of its imports to `files`; of its dynamic imports only if
 * `isDeep`. Code for the phone apps is excluded.
 */
function addFiles(key: string, isDeep = false, files = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file) || key.includes('.native.')) return files
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
  for (const next of [...(chunk.imports ?? []), ...(isDeep ? (chunk.dynamicImports ?? []) : [])])
    addFiles(next, isDeep, files)
  return files
}

function reportSize(name: string, files: Set<string>, budgetKb: number, app = 'web'): void {
  const sizes = Array.from(files, (file) => ({
    file,
    bytes: readFileSync(join(distFolderOf(app), `${file}.br`)).length,
  }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`${name}: ${(total / BYTES_PER_KB).toFixed(1)} KB of ${budgetKb} KB in ${files.size} files`)
  for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
    console.log(`  ${(bytes / BYTES_PER_KB).toFixed(1).padStart(6)} KB  ${file}`)
  if (total <= budgetKb * BYTES_PER_KB) return
  console.error('Above the budget')
  process.exitCode = 1
}

const login = addFiles('index.html').add('theme.js')
/** The key of the chunk that has the frame and Inicio; see vite.config.ts. */
const homeKey = Object.keys(manifest).find((key) => /^_home-.*js$/.test(key))
if (homeKey === undefined) throw new Error('The build has no chunk named home')
const home = login.union(addFiles(homeKey))
reportSize('/login', login, 87)
reportSize('/app/inicio until it is usable', home, 124)
reportSize('The whole app', addFiles('index.html', true).union(home).add('earlyRequests.js'), 310)

const office = new Set(Object.values(readManifest('office')).flatMap(({ file, css = [] }) => [file, ...css]))
const officeCode = new Set([...office].filter((file) => /\.(js|css)$/.test(file)))
reportSize('The whole console', officeCode, 400, 'office')
