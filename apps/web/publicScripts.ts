import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

/** What lies in `public` is copied as it stands; the scripts there hold up a page, so they travel small. */
export const publicScripts = (): Plugin => ({
  name: 'public-scripts',
  apply: 'build',
  writeBundle: {
    sequential: true,
    async handler({ dir = '' }) {
      for await (const name of glob('**/*.js', { cwd: join(import.meta.dirname, 'public') })) {
        const path = join(dir, name)
        const { code } = await minify(path, await readFile(path, 'utf8'))
        await writeFile(path, code)
      }
    },
  },
})
