import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { pageModules } from './pages.ts'

/**
 * The HTML page with which the service worker answers every navigation. It has preload links for Inicio, which most
 * devices open. As the device has all code cached, the links include the code that Inicio loads after its first paint,
 * and the code of Calificaciones, the page that Inicio prepares in advance.
 */
export const CACHED_PAGE = 'app/cached.html'
const laterModules = ['src/features/home/TodayCard.tsx', pageModules['/app/calificaciones']]

/** The frame around every page of a signed-in parent. */
const FRAME = 'src/app/frame/AppFrame.tsx'

type Bundle = Rolldown.OutputBundle

/**
 * Returns the files of a module's chunk, of its static imports and of their styles. @throws if no chunk contains the
 * module
 */
function filesOf(bundle: Bundle, module: string): Set<string> {
  const files = new Set<string>()
  const visit = (chunk: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined) => {
    if (chunk?.type !== 'chunk' || files.has(chunk.fileName)) return
    for (const file of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]) files.add(file)
    for (const file of chunk.imports) visit(bundle[file])
  }
  visit(Object.values(bundle).find((each) => each.type === 'chunk' && each.moduleIds.includes(module)))
  if (files.size === 0) throw new Error(`No chunk holds ${module}`)
  return files
}

type Priority = 'high' | 'low'

const linkTo = (file: string, priority: Priority) => {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
  return `<link ${kind} fetchpriority="${priority}" crossorigin href="/${file}">`
}

/**
 * Writes an HTML file for each page of a signed-in parent, `app/inicio.html` for /app/inicio: index.html with preload
 * links to the page's chunks, so that they load in parallel with the entry, but do not delay it on a slow line.
 */
export const routePages = (): Plugin => ({
  name: 'route-pages',
  apply: 'build',
  writeBundle: {
    sequential: true,
    async handler({ dir = '' }, bundle) {
      const root = join(import.meta.dirname, '..')
      const index = await readFile(join(dir, 'index.html'), 'utf8')
      const chunksOf = (module: string) => filesOf(bundle, join(root, module))
      const linksTo = (files: Set<string>, priority: Priority) =>
        [...files].filter((file) => !index.includes(`"/${file}"`)).map((file) => linkTo(file, priority))
      const write = (page: string, links: string[]) =>
        writeFile(join(dir, page), index.replace('</head>', `${links.join('')}</head>`))
      const frame = chunksOf(FRAME)
      await mkdir(join(dir, 'app'), { recursive: true })
      for (const [path, module] of Object.entries(pageModules))
        await write(`${path.slice(1)}.html`, linksTo(frame.union(chunksOf(module)), 'low'))
      const home = frame.union(chunksOf(pageModules['/app/inicio']))
      const later = new Set(laterModules.flatMap((module) => [...chunksOf(module)])).difference(home)
      await write(CACHED_PAGE, [...linksTo(home, 'high'), ...linksTo(later, 'low')])
    },
  },
})
