import { existsSync, renameSync } from 'node:fs'
import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Copies the assets of the previous build into the new one: open pages still load them. The build before that is dropped. */
export async function keepPreviousAssets(previous: string, next: string): Promise<void> {
  const manifest = await readFile(join(previous, '.vite/manifest.json'), 'utf8').catch(() => '')
  for (const file of new Set(manifest.match(/assets\/[^"]+/g))) {
    for (const path of [file, `${file}.br`, `${file}.gz`]) {
      if (!existsSync(join(previous, path)) || existsSync(join(next, path))) continue
      await cp(join(previous, path), join(next, path))
    }
  }
}

/** Puts `next` in the place of `folder` by renaming, so that readers see one build or the other, never half of one. */
export async function swapDirectory(next: string, folder: string): Promise<void> {
  const former = `${folder}.old`
  await rm(former, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, former)
  renameSync(next, folder)
  await rm(former, { recursive: true, force: true })
}
