import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/**
 * Writes a `.br` and a `.gz` beside each text file of a finished build, so that the server need not compress. It is not
 * a Vite plugin, as the pages' HTML and the service worker are written after the bundle.
 */
export async function precompress(folder: string): Promise<void> {
  for await (const name of glob('**/*.{html,js,css,svg,json,txt,webmanifest}', { cwd: folder })) {
    const path = join(folder, name)
    const bytes = await readFile(path)
    const params = {
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS, // one block per file
    }
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params })) // quality 11 by default
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }))
  }
}
