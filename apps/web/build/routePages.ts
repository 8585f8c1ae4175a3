import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { afterBundle } from './afterBundle.ts'
import { pageModules } from './pages.ts'

/** The module of the frame around every page of a signed-in parent. */
const FRAME_MODULE = 'src/app/frame/AppFrame.tsx'

type Bundle = Rolldown.OutputBundle

/** Returns the files of a module's chunk, its static imports and their styles. @throws if no chunk has the module */
function filesOfModule(bundle: Bundle, module: string): Set<string> {
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

const preloadLink = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`

/**
 * The plug-in that writes an HTML file for each page of a signed-in parent, such as app/inicio.html for /app/inicio:
 * index.html with preload links to the page's chunks, so that they load in parallel with the entry.
 */
export const routePages = () =>
  afterBundle('route-pages', async (dir, bundle) => {
    const root = join(import.meta.dirname, '..')
    const index = await readFile(join(dir, 'index.html'), 'utf8')
    const frame = filesOfModule(bundle, join(root, FRAME_MODULE))
    await mkdir(join(dir, 'app'), { recursive: true })
    for (const [path, module] of Object.entries(pageModules)) {
      const files = frame.union(filesOfModule(bundle, join(root, module)))
      const links = [...files].filter((file) => !index.includes(`"/${file}"`)).map(preloadLink)
      await writeFile(
        join(dir, `${path.slice(1)}.html`),
        index.replace('</head>', `${links.join('')}</head>`),
      )
    }
  })
