import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { iconComponents } from '../web/build/iconComponents.ts'

/** The server replaces this text by the nonce of each response (R20). */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'

const { PORT = 3000, OFFICE_PORT } = process.env

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), iconComponents()],
  html: { cspNonce: NONCE_PLACEHOLDER },
  build: {
    emptyOutDir: true,
    // The content security policy forbids fonts and scripts in `data:` URLs (R20), and assets are cached by their hash.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    manifest: true, // read by npm run size and swapDirectory.ts
  },
  server: { proxy: { '/api': `http://127.0.0.1:${OFFICE_PORT ?? Number(PORT) + 1}` } },
})
