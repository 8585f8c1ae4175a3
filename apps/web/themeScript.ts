import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

/** What lies in `public` is copied as it stands; the one script there holds up the first paint, so it travels small. */
export const themeScript = (outDir: string): Plugin => ({
  name: 'theme-script',
  apply: 'build',
  writeBundle: {
    sequential: true,
    async handler() {
      const path = join(outDir, 'theme.js')
      const { code } = await minify(path, await readFile(path, 'utf8'))
      await writeFile(path, code)
    },
  },
})
