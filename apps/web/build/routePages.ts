import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, type ReadCallName } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import type { Rolldown } from 'vite'
import { afterBundle } from './afterBundle.ts'
import { earlyReads, pageModules } from './pages.ts'

/** The module of the frame around every page of a signed-in parent. */
const FRAME_MODULE = 'src/app/frame/AppFrame.tsx'

/**
 * The page with which the service worker answers each navigation. It links to the code of Inicio and of Calificaciones,
 * which parents open most; the device has both.
 */
export const WORKER_PAGE = 'app/worker.html'

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

const pathOf = (name: ReadCallName) => BASE_PATH + api[name].path

/** Returns the script that sends the page's early reads; '' if it has none. */
function earlyRequestsScript(page: string): string {
  const reads = earlyReads[page as keyof typeof earlyReads]
  if (!reads) return ''
  const periodRead = reads.includes('getSubPeriods')
    ? ` data-period-read="${pathOf('getPeriodQualifications')}"`
    : ''
  const paths = reads.map(pathOf).join(' ')
  return `<script async fetchpriority="high" src="/earlyRequests.js" data-reads="${paths}"${periodRead}></script>`
}

const THEME_SCRIPT = '<script src="/theme.js">'

/**
 * The plug-in that writes an HTML file for each page of a signed-in parent, such as app/inicio.html for /app/inicio:
 * index.html with preload links to the page's chunks, so that they load in parallel with the entry, and with the script
 * that requests the page's first data.
 */
export const routePages = () =>
  afterBundle('route-pages', async (dir, bundle) => {
    const root = join(import.meta.dirname, '..')
    const index = await readFile(join(dir, 'index.html'), 'utf8')
    if (!index.includes(THEME_SCRIPT)) throw new Error(`index.html has no ${THEME_SCRIPT}`)
    const frame = filesOfModule(bundle, join(root, FRAME_MODULE))
    await mkdir(join(dir, 'app'), { recursive: true })
    const writePage = (name: string, modules: string[], script: string) => {
      const files = modules.reduce(
        (all, module) => all.union(filesOfModule(bundle, join(root, module))),
        frame,
      )
      const links = [...files].filter((file) => !index.includes(`"/${file}"`)).map(preloadLink)
      const page = index
        .replace(THEME_SCRIPT, script + THEME_SCRIPT)
        .replace('</head>', `${links.join('')}</head>`)
      return writeFile(join(dir, name), page)
    }
    for (const [path, module] of Object.entries(pageModules))
      await writePage(`${path.slice(1)}.html`, [module], earlyRequestsScript(path))
    await writePage(WORKER_PAGE, [pageModules['/app/inicio'], pageModules['/app/calificaciones']], '')
  })
