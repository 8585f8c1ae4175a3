import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, PluginOption } from 'vite'
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa'

const PAPER = '#F6F5F1' // --bg, light: a manifest knows one theme

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

/** Holds nothing personal. */
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
  theme_color: PAPER,
  background_color: PAPER,
  categories: ['education'],
  icons: [icon('icon-192', 192), icon('icon-512', 512), icon('maskable-512', 512, 'maskable')],
  shortcuts: [
    shortcut('Agenda', 'agenda'),
    shortcut('Horario', 'horario'),
    shortcut('Calificaciones', 'calificaciones'),
  ],
}

type Chunk = { file: string; name?: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }

/** The files that a browser may load: those reachable without passing through native code. */
function browserFiles(outDir: string): Set<string> {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8'))
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = chunks[key]
    if (!chunk || files.has(chunk.file) || key.includes('.native.')) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next)
  }
  for (const [key, chunk] of Object.entries(chunks)) {
    if (key === 'index.html' || chunk.name === 'entry') visit(key)
  }
  return files
}

/**
 * The manifest and the service worker, which caches the files of one build and nothing else (R15). A new worker waits
 * until the page tells it to take over.
 */
export function installable(): PluginOption {
  let outDir = ''
  const folder: Plugin = {
    name: 'installable-folder',
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir)
    },
  }
  const worker = VitePWA({
    strategies: 'generateSW',
    injectRegister: false, // registered in app/versions/versions.ts with a trusted URL
    includeManifestIcons: false, // the system keeps them itself
    manifest,
    workbox: {
      // Its own runtime would come through importScripts, which the policy refuses (R20).
      inlineWorkboxRuntime: true,
      sourcemap: false,
      mode: 'production',
      skipWaiting: false,
      clientsClaim: true, // the first visit works offline too
      cleanupOutdatedCaches: true,
      navigateFallback: '/index.html',
      navigateFallbackDenylist: [/^\/(api|assets|healthz|readyz|metrics|\.well-known)(\/|$)/],
      directoryIndex: null,
      globPatterns: [
        'index.html',
        'login.html',
        'app/*.html',
        'theme.js',
        'favicon.svg',
        'assets/*.{js,css,woff2}',
      ],
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [
        (entries) => {
          const needed = browserFiles(outDir)
          const isNeeded = (url: string) => !/^assets\/.*\.(js|css)$/.test(url) || needed.has(url)
          return { manifest: entries.filter(({ url }) => isNeeded(url)) }
        },
      ],
    },
  })
  return [folder, worker]
}
