import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const ROUTES = 'src/app/routes.tsx'
/** `'/app/agenda': dataPage('Agenda', () => import('…/AgendaPage.tsx')` */
const ROUTE = /'(\/app\/\w+)': \w+Page\([^/]*?import\('(.+?)'\)/g
/** What stands around each of these pages. */
const FRAME = 'src/app/AppFrame.tsx'

type Bundle = Rolldown.OutputBundle

/** The chunk that holds a module, with all that it imports at once. @throws when there is none */
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

const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`

/**
 * Writes a page for each path of a signed-in parent, `app/inicio.html` for /app/inicio: index.html, with what that
 * path's code consists of named in it, so that it travels beside the start's and not after it.
 */
export const routePages = (): Plugin => ({
  name: 'route-pages',
  apply: 'build',
  writeBundle: {
    sequential: true,
    async handler({ dir = '' }, bundle) {
      const root = import.meta.dirname
      const source = await readFile(join(root, ROUTES), 'utf8')
      const index = await readFile(join(dir, 'index.html'), 'utf8')
      const frame = filesOf(bundle, join(root, FRAME))
      const routes = Array.from(source.matchAll(ROUTE), ([, path = '', module = '']) => ({ path, module }))
      const named = source.match(/'\/app\//g)?.length ?? 0
      if (routes.length === 0 || routes.length < named) {
        throw new Error(`${ROUTES} names ${named} pages of a parent, of which ${routes.length} could be read`)
      }
      await mkdir(join(dir, 'app'), { recursive: true })
      for (const { path, module } of routes) {
        const own = filesOf(bundle, join(root, dirname(ROUTES), module))
        const links = [...frame.union(own)].filter((file) => !index.includes(`"/${file}"`)).map(linkTo)
        const page = index.replace('</head>', `${links.join('')}</head>`)
        await writeFile(join(dir, `${path.slice(1)}.html`), page)
      }
    },
  },
})
