import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

/** What lies in `public` is copied as it stands; the scripts there come before everything, so they travel small. */
export const themeScript = (outDir: string): Plugin => ({
  name: 'theme-script',
  apply: 'build',
  writeBundle: {
    sequential: true,
    async handler() {
      for (const name of ['theme.js', 'start.js']) {
        const path = join(outDir, name)
        const { code } = await minify(path, await readFile(path, 'utf8'))
        await writeFile(path, code)
      }
    },
  },
})
