import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

/** Minifies the scripts of `public`, which Vite copies unchanged and which block rendering. */
export const publicScripts = (): Plugin => ({
  name: 'public-scripts',
  apply: 'build',
  writeBundle: {
    sequential: true,
    async handler({ dir = '' }) {
      for await (const name of glob('**/*.js', { cwd: join(import.meta.dirname, '../public') })) {
        const path = join(dir, name)
        const { code } = await minify(path, await readFile(path, 'utf8'))
        await writeFile(path, code)
      }
    },
  },
})
