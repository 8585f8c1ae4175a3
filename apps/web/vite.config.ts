import { existsSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { iconComponents } from './build/iconComponents.ts'
import { installableApp } from './build/installableApp.ts'
import { loginPage } from './build/loginPage.ts'
import { nativePage } from './build/nativePage.ts'
import { publicScripts } from './build/publicScripts.ts'
import { routePages } from './build/routePages.ts'
import { spanishLocales } from './build/spanishLocales.ts'

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
    API_ORIGIN === ''
      ? [loginPage({ define, plugins: [react(), iconComponents()] }), routePages(), installableApp()]
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
      // Native code is loaded from the phone itself and needs no preload list.
      resolveDependencies: (file, deps) => (file.includes('.native-') ? [] : deps),
    },
    sourcemap: false,
    manifest: true, // read by npm run size, installableApp.ts and swapDirectory.ts
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false }, // removes unused property reads, as of `useLayoutEffect`
      output: {
        entryFileNames: 'assets/entry-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
            { name: 'query', test: /\/node_modules\/@tanstack\// },
            { name: 'entry', tags: ['$initial'] }, // what every page starts with, in one file
            // What Inicio shows first, with all that it imports: small chunks would compress less.
            { name: 'home', test: /\/src\/(app\/frame\/AppFrame|features\/home\/HomePage)\.tsx$/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': serverUrl, '/healthz': serverUrl } },
})
