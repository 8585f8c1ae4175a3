import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Returns the content security policy of the phone apps (R20), which allows their own files and the API. The policy is
 * in the page, as the native shells send no headers. It also names the origin of the iOS app, because some versions of
 * WebKit do not match that origin with 'self'.
 */
export function nativePolicy(apiOrigin: string): string {
  const ownSources = "'self' capacitor://localhost"
  return [
    "default-src 'none'",
    `script-src ${ownSources}`,
    `style-src ${ownSources}`,
    `font-src ${ownSources}`,
    `img-src ${ownSources} blob: data: ${apiOrigin}`,
    `connect-src ${ownSources} ${apiOrigin}`,
    `form-action ${ownSources}`,
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types apoderados',
  ].join('; ')
}

/** The plug-in that adds the policy to index.html, and the page that MainActivity.java shows in a too old WebView. */
export const nativePage = (apiOrigin: string): Plugin => ({
  name: 'native-page',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: nativePolicy(apiOrigin) },
      injectTo: 'head-prepend',
    },
  ],
  generateBundle() {
    const source = readFileSync(join(import.meta.dirname, '../sin-webview.html'))
    this.emitFile({ type: 'asset', fileName: 'sin-webview.html', source })
  },
})
