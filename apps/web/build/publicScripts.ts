import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify } from 'vite'
import { afterBundle } from './afterBundle.ts'

/** Minifies the scripts of `public`, which Vite copies unchanged and which block rendering. */
export const publicScripts = () =>
  afterBundle('public-scripts', async (dir) => {
    for await (const name of glob('**/*.js', { cwd: join(import.meta.dirname, '../public') })) {
      const path = join(dir, name)
      const { code } = await minify(path, await readFile(path, 'utf8'))
      await writeFile(path, code)
    }
  })
