import { existsSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import svgr from 'vite-plugin-svgr'
import { appFiles } from './build/buildFiles.ts'
import { chunkOf } from './build/chunks.ts'
import { fastStart } from './build/fastStart.ts'
import { installableApp } from './build/installableApp.ts'
import { loginPage } from './build/loginPage.ts'
import { nativePage } from './build/nativePage.ts'
import { publicScripts } from './build/publicScripts.ts'
import { routePages } from './build/routePages.ts'
import { spanishLocales } from './build/spanishLocales.ts'

/** The plug-in that makes Phosphor's SVG files components: inline, in the text's colour, hidden from screen readers. */
export const iconComponents = () =>
  svgr({
    svgrOptions: {
      jsxRuntime: 'automatic',
      svgProps: { 'aria-hidden': 'true' },
      plugins: ['@svgr/plugin-svgo', '@svgr/plugin-jsx'],
      svgoConfig: { floatPrecision: 1, plugins: ['convertPathData'] },
    },
  })

/** Matches the files of the chunks that every page links to. */
const START_CHUNK = /\/(rolldown-runtime|libraries|entry)-/

const { API_ORIGIN = '' } = process.env
/** Whether Firebase's configuration file exists; without it, Android's app offers no notifications (docs/native.md). */
const hasFirebaseConfig = existsSync(join(import.meta.dirname, 'android/app/google-services.json'))
const firebaseState = API_ORIGIN === '' || hasFirebaseConfig ? 'there' : 'missing'
// On the web the API shares the page's origin; the native apps are built with API_ORIGIN.
const define = {
  'import.meta.env.API_ORIGIN': JSON.stringify(API_ORIGIN),
  'import.meta.env.FIREBASE': JSON.stringify(firebaseState),
}
const serverUrl = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    iconComponents(),
    publicScripts(),
    spanishLocales(),
    fastStart(),
    API_ORIGIN === ''
      ? [
          loginPage({ define, plugins: [react(), iconComponents()] }),
          routePages(),
          appFiles(),
          installableApp(),
        ]
      : nativePage(API_ORIGIN),
  ],
  // React has useSyncExternalStore built in; the router imports a shim for older versions of React.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  define,
  build: {
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4'],
    // The content security policy forbids fonts and scripts in `data:` URLs (R20), and assets are cached by their hash.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, deps) => {
        // Native code is loaded from the phone itself and needs no preload list.
        if (file.includes('.native-')) return []
        const laterDeps = deps.filter((each) => !START_CHUNK.test(each))
        // `today` preloads only style sheets: eight links at once block a slow phone for longer than they save.
        return file.includes('today') ? laterDeps.filter((each) => each.endsWith('.css')) : laterDeps
      },
    },
    sourcemap: false,
    manifest: true, // read by npm run size, buildFiles.ts and swapDirectory.ts
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false }, // removes unused property reads, as of `useLayoutEffect`
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf, debugName: 'entry, frame or answers' }],
        },
      },
    },
  },
  server: { proxy: { '/api': serverUrl, '/healthz': serverUrl } },
})
