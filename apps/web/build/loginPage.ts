import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type InlineConfig, runnerImport } from 'vite'
import { afterBundle } from './afterBundle.ts'

/** What index.html shows until the app has rendered; in login.html the form replaces it. */
const SHELL = /<div id="root">[\s\S]*?<\/div>\s*(?=<noscript>)/
const SLOW_START_HINT = /<p class="shell-late">.*?<\/p>/
const ENTRY_CODE =
  /\s*<(?:script type="module" crossorigin src|link rel="modulepreload" crossorigin href)="(.+?)">(?:<\/script>)?/g

/** Returns the page with the form instead of the shell. @throws if the page lacks a part that it replaces or moves */
function withForm(page: string, markup: string): string {
  const slowStartHint = SLOW_START_HINT.exec(page)?.[0]
  if (!SHELL.test(page) || slowStartHint === undefined)
    throw new Error('index.html has no shell for the form to replace')
  const code = Array.from(page.matchAll(ENTRY_CODE), ([, file]) => file)
  if (code.length === 0) throw new Error('index.html does not load the app')
  // A replacement function keeps a `$` in the markup literal.
  return page
    .replace('<html', `<html data-code="${code.join(' ')}"`)
    .replace(ENTRY_CODE, '') // theme.js loads the code after the first paint of the form
    .replace('<title>Apoderados</title>', () => '<title>Ingresar · Apoderados</title>')
    .replace(SHELL, () => `<div id="root" data-served>${markup}</div>\n    ${slowStartHint}\n    `)
}

/**
 * Writes login.html with the prerendered sign-in form, which accepts input before JavaScript has loaded. The app's own
 * components render the markup and later hydrate it, so that the two cannot differ.
 */
export const loginPage = (source: InlineConfig) =>
  afterBundle('login-page', async (dir) => {
    const { module } = await runnerImport<{ renderMarkup(path: string): string }>(
      join(import.meta.dirname, '../src/startup/prerender.tsx'),
      { ...source, root: join(import.meta.dirname, '..'), configFile: false, logLevel: 'warn' },
    )
    const page = await readFile(join(dir, 'index.html'), 'utf8')
    await writeFile(join(dir, 'login.html'), withForm(page, module.renderMarkup('/login')))
  })
