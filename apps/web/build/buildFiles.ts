import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterBundle } from './afterBundle.ts'

type Chunk = { file: string; name?: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }

/** Figtree's file with the letters of Spanish; the browser loads the other file only for names with other letters. */
const FONT = 'figtree-spanish'

/**
 * Returns the files under `assets` that a browser may load, as paths relative to the build: `start` has those of the
 * sign-in page, `rest` has all others. Code for the phone apps (`.native.`) is excluded.
 */
export function buildFiles(outDir: string): { start: string[]; rest: string[] } {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8'))
  const reach = (roots: string[], isDeep: boolean) => {
    const files = new Set<string>()
    const visit = (key: string) => {
      const chunk = chunks[key]
      if (!chunk || files.has(chunk.file) || key.includes('.native.')) return
      for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
      for (const next of [...(chunk.imports ?? []), ...(isDeep ? (chunk.dynamicImports ?? []) : [])])
        visit(next)
    }
    for (const root of roots) visit(root)
    return files
  }
  const roots = Object.keys(chunks).filter((key) => key === 'index.html' || chunks[key]?.name === 'entry')
  const font = readdirSync(join(outDir, 'assets')).find(
    (name) => name.startsWith(FONT) && name.endsWith('.woff2'),
  )
  const start = [...reach(roots, false), ...(font ? [`assets/${font}`] : [])]
  const rest = [...reach(roots, true)].filter((file) => !start.includes(file))
  return { start, rest }
}

/** Writes app-files.json, from which `app/versions/cacheApp.ts` learns what to fetch for use without a network. */
export const appFiles = () =>
  afterBundle('app-files', (dir) => writeFile(join(dir, 'app-files.json'), JSON.stringify(buildFiles(dir))))
