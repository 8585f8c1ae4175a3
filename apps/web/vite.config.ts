import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import svgr from 'vite-plugin-svgr'
import { installable } from './installable.ts'
import { nativePage } from './nativePage.ts'

const TEXT_FILE = /\.(html|js|css|svg|json|txt|webmanifest)$/

/** Leaves a `.br` and a `.gz` beside each text file, so that the server never compresses a file itself. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    closeBundle: {
      order: 'post', // after the service worker is written
      sequential: true,
      async handler() {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true })
        const files = entries.filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name))
        await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))))
      },
    },
  }
}

async function compressFile(path: string) {
  const bytes = await readFile(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS, // a file is one block
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

/** Phosphor's drawings become components: inlined, in the text's colour, silent to screen readers. */
export const icons = () =>
  svgr({ svgrOptions: { jsxRuntime: 'automatic', svgProps: { 'aria-hidden': 'true' } } })

type Modules = { getModuleInfo: (id: string) => { importers: string[] } | null }

/** Whether `root` imports the module, itself or through others, without waiting. */
function isNeededBy(root: string, id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (id.endsWith(root)) return true
  if (seen.has(id)) return false
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => isNeededBy(root, importer, modules, seen))
}

/**
 * What the start needs travels as one file; what stands around every page of a signed-in parent as another, and
 * the first page with it; the cache of answers, which the pages that read share, as a third, with what is said when
 * there is no answer.
 */
function chunkOf(id: string, modules: Modules): string | null {
  const isNeededByAny = (...roots: string[]) => roots.some((root) => isNeededBy(root, id, modules))
  if (isNeededByAny('/src/main.tsx')) return 'entry'
  if (isNeededByAny('/app/AppFrame.tsx', '/app/watchProfile.ts', '/home/HomePage.tsx')) return 'frame'
  return isNeededByAny('/shared/useApi.ts', '/shared/ui/PageNotice.tsx') ? 'answers' : null
}

const { API_ORIGIN = '' } = process.env
/** Android's notifications need it, and what an operator has not set up is not offered: docs/native.md */
const isWithFirebase = existsSync(join(import.meta.dirname, 'android/app/google-services.json'))
const firebase = API_ORIGIN === '' || isWithFirebase ? 'there' : 'missing'
const outDir = join(import.meta.dirname, 'dist')
const forWhom = API_ORIGIN === '' ? [installable(outDir), precompress()] : nativePage(API_ORIGIN)
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), icons(), forWhom],
  // React has this hook of its own; the router would bring the copy for older ones.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  // On the web the API shares the page's origin; the native apps are built with API_ORIGIN.
  define: {
    'import.meta.env.API_ORIGIN': JSON.stringify(API_ORIGIN),
    'import.meta.env.FIREBASE': JSON.stringify(firebase),
  },
  build: {
    outDir,
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4'],
    // The policy allows no data: fonts or scripts (R20), and every asset is cached by its hash.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A phone has its own code beside the page: no browser's page needs to list what that would load.
      resolveDependencies: (file, deps) => (file.includes('.native-') ? [] : deps),
    },
    sourcemap: false,
    manifest: true, // npm run size reads it
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf, debugName: 'entry, frame or answers' }],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/healthz': server } },
})
