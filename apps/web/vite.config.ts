import { existsSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import svgr from 'vite-plugin-svgr'
import { installable } from './installable.ts'
import { loginPage } from './loginPage.ts'
import { nativePage } from './nativePage.ts'
import { pageModules } from './pages.ts'
import { publicScripts } from './publicScripts.ts'
import { routePages } from './routePages.ts'
import { spanishOnly } from './spanishOnly.ts'

/** Phosphor's drawings become components: inlined, in the text's colour, silent to screen readers, to a tenth of 1/256. */
export const icons = () =>
  svgr({
    svgrOptions: {
      jsxRuntime: 'automatic',
      svgProps: { 'aria-hidden': 'true' },
      plugins: ['@svgr/plugin-svgo', '@svgr/plugin-jsx'],
      svgoConfig: { floatPrecision: 1, plugins: ['convertPathData'] },
    },
  })

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
 * there is no answer; what two pages share as a fourth, and as a fifth where the card of today needs it too. On a slow
 * line a file more costs a page more than the few bytes that it does not use.
 */
function chunkOf(id: string, modules: Modules): string | null {
  const isNeededByAny = (...roots: string[]) => roots.some((root) => isNeededBy(root, id, modules))
  if (isNeededByAny('/src/main.tsx')) return 'entry'
  const ofFrame = ['/app/AppFrame.tsx', '/app/watchProfile.ts', '/home/HomePage.tsx', '/device/online.ts']
  if (isNeededByAny(...ofFrame)) return 'frame'
  if (isNeededByAny('/shared/useApi.ts', '/shared/ui/PageNotice.tsx')) return 'answers'
  if (Object.values(pageModules).filter((page) => isNeededByAny(page)).length > 1)
    return isNeededByAny('/home/TodayCard.tsx') ? 'days' : 'parts'
  const ofNewPassword = [
    '/settings/ChangePasswordForm.tsx',
    '/ui/NewPasswordField.tsx',
    '/session/signOut.ts',
  ]
  return isNeededByAny(...ofNewPassword) ? 'newPassword' : null
}

const { API_ORIGIN = '' } = process.env
/** Android's notifications need it, and what an operator has not set up is not offered: docs/native.md */
const isWithFirebase = existsSync(join(import.meta.dirname, 'android/app/google-services.json'))
const firebase = API_ORIGIN === '' || isWithFirebase ? 'there' : 'missing'
// On the web the API shares the page's origin; the native apps are built with API_ORIGIN.
const define = {
  'import.meta.env.API_ORIGIN': JSON.stringify(API_ORIGIN),
  'import.meta.env.FIREBASE': JSON.stringify(firebase),
}
const forWeb = () => [loginPage({ define, plugins: [react(), icons()] }), routePages(), installable()]
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    icons(),
    publicScripts(),
    spanishOnly(),
    API_ORIGIN === '' ? forWeb() : nativePage(API_ORIGIN),
  ],
  // React has this hook of its own; the router would bring the copy for older ones.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  define,
  build: {
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4'],
    // The policy allows no data: fonts or scripts (R20), and every asset is cached by its hash.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, deps) => {
        // A phone has its own code beside the page: no browser's page needs to list what that would load.
        if (file.includes('.native-')) return []
        // Eight links at once hold up a slow phone for longer than the card waits for what it imports.
        return file.includes('TodayCard') ? deps.filter((each) => each.endsWith('.css')) : deps
      },
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
