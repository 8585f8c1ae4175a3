import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify } from 'vite'
import { afterBundle } from './afterBundle.ts'

/** The plug-in that minifies the scripts of `public`, which block rendering and which Vite copies unchanged. */
export const publicScripts = () =>
  afterBundle('public-scripts', async (dir) => {
    for await (const name of glob('**/*.js', { cwd: join(import.meta.dirname, '../public') })) {
      const path = join(dir, name)
      const { code } = await minify(path, await readFile(path, 'utf8'))
      await writeFile(path, code)
    }
  })
