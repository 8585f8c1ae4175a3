import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type InlineConfig, type Plugin, runnerImport } from 'vite'

const SHELL = /<div id="root">[\s\S]*?<\/div>\s*(?=<noscript>)/
const LATE = /<p class="shell-late">.*?<\/p>/
const CODE = /\s*<script type="module" crossorigin src="(.+?)"><\/script>/g

/** @throws where the page has no longer what is replaced */
function withForm(page: string, markup: string): string {
  const late = LATE.exec(page)?.[0]
  if (!SHELL.test(page) || late === undefined)
    throw new Error('index.html has no shell for the form to replace')
  const code = Array.from(page.matchAll(CODE), ([, file]) => file)
  if (code.length === 0) throw new Error('index.html does not load the app')
  // The replacements are functions: a `$` in the markup is one.
  return page
    .replace('<html', `<html data-code="${code.join(' ')}"`)
    .replace(CODE, '') // theme.js loads it, as the form comes first
    .replace('<title>Apoderados</title>', () => '<title>Ingresar · Apoderados</title>')
    .replace(SHELL, () => `<div id="root" data-served>${markup}</div>\n    ${late}\n    `)
}

/**
 * Writes the form of /login into a page of its own, so that it stands and takes what is typed before the app's code
 * has come. The markup comes from the app itself, which then hydrates it: the two cannot differ.
 */
export const loginPage = (source: InlineConfig): Plugin => ({
  name: 'login-page',
  apply: 'build',
  writeBundle: {
    sequential: true,
    async handler({ dir = '' }) {
      const { module } = await runnerImport<{ markupOf(path: string): string }>(
        join(import.meta.dirname, 'src/prerender.tsx'),
        { ...source, root: import.meta.dirname, configFile: false, logLevel: 'warn' },
      )
      const page = await readFile(join(dir, 'index.html'), 'utf8')
      await writeFile(join(dir, 'login.html'), withForm(page, module.markupOf('/login')))
    },
  },
})
