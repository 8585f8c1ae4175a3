import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterBundle } from './afterBundle.ts'

type Chunk = { file: string; name?: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }

/** How the name of Figtree's file with Spanish letters begins; its other file is loaded only for other letters. */
const SPANISH_FONT_PREFIX = 'figtree-spanish'

/**
 * Returns the files under `assets` that a browser may load, as paths relative to the build: `start` are those of the
 * sign-in page, `rest` are all others. Code for the phone apps (`.native.`) is excluded.
 */
export function listBuildFiles(outDir: string): { start: string[]; rest: string[] } {
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
    (name) => name.startsWith(SPANISH_FONT_PREFIX) && name.endsWith('.woff2'),
  )
  const start = [...reach(roots, false), ...(font ? [`assets/${font}`] : [])]
  const rest = [...reach(roots, true)].filter((file) => !start.includes(file))
  return { start, rest }
}

/** The plug-in that writes app-files.json: what `app/versions/cacheApp.ts` fetches for use without a network. */
export const appFiles = () =>
  afterBundle('app-files', (dir) =>
    writeFile(join(dir, 'app-files.json'), JSON.stringify(listBuildFiles(dir))),
  )
