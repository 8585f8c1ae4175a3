import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, PluginOption } from 'vite'
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa'
import { pushWorker } from './pushWorker.ts'
import { WORKER_PAGE } from './routePages.ts'

const PAPER_COLOR = '#F6F5F1' // the value of --bg in the light theme, as a manifest has one theme only

const icon = (name: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})
const shortcut = (name: string, page: string) => ({
  name,
  url: `/app/${page}`,
  icons: [icon(`${page}-96`, 96)],
})

/** The web app manifest, which is the same for everybody and contains no personal data. */
const manifest: Partial<ManifestOptions> = {
  id: '/app/inicio',
  name: 'Apoderados',
  short_name: 'Apoderados',
  description: 'La información escolar de tus hijos, en un solo lugar.',
  lang: 'es-CL',
  dir: 'ltr',
  start_url: '/app/inicio',
  scope: '/',
  display: 'standalone',
  theme_color: PAPER_COLOR,
  background_color: PAPER_COLOR,
  categories: ['education'],
  icons: [icon('icon-192', 192), icon('icon-512', 512), icon('maskable-512', 512, 'maskable')],
  shortcuts: [
    shortcut('Agenda', 'agenda'),
    shortcut('Horario', 'horario'),
    shortcut('Calificaciones', 'calificaciones'),
  ],
}

type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }

/** Returns the scripts and styles that a browser may load. Code for the phone apps (`.native.`) is excluded. */
function listWebFiles(outDir: string): Set<string> {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8'))
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = chunks[key]
    if (!chunk || files.has(chunk.file) || key.includes('.native.')) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next)
  }
  visit('index.html')
  return files
}

/**
 * The plug-ins that add the manifest and the service worker, which caches only files of the build (R15). It precaches
 * the whole app: the sign-in page, WORKER_PAGE and their files. A new worker waits until the page activates it.
 */
export function installableApp(): PluginOption {
  let outDir = ''
  const page: Plugin = {
    name: 'installable-page',
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir)
    },
    // The manifest is added here, because VitePWA would precache it, although no browser reads it offline.
    transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' } }],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(manifest) })
    },
  }
  const worker = VitePWA({
    strategies: 'generateSW',
    injectRegister: false, // registered in app/updates.ts with a trusted URL
    includeManifestIcons: false, // the system stores the icons itself
    manifest: false,
    workbox: {
      // An external runtime would be loaded by importScripts, which the content security policy forbids (R20).
      inlineWorkboxRuntime: true,
      sourcemap: false,
      mode: 'production',
      skipWaiting: false,
      clientsClaim: true, // the first visit works offline too
      cleanupOutdatedCaches: true,
      navigateFallback: `/${WORKER_PAGE}`,
      navigateFallbackDenylist: [/^\/(api|assets|healthz|readyz|metrics|\.well-known)(\/|$)/],
      directoryIndex: null,
      globPatterns: ['login.html', WORKER_PAGE, 'theme.js', 'assets/*.{js,css}', 'assets/*.woff2'],
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [
        (entries) => {
          const files = listWebFiles(outDir)
          return {
            manifest: entries.filter(({ url }) => !/^assets\/.*(js|css)$/.test(url) || files.has(url)),
          }
        },
      ],
    },
  })
  return [page, worker, pushWorker()]
}
