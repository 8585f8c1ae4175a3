import { existsSync, renameSync } from 'node:fs'
import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Copies to the new build the assets of the previous one, which open pages may still load, but not of older ones. */
export async function keepPreviousAssets(previous: string, next: string): Promise<void> {
  const manifest = await readFile(join(previous, '.vite/manifest.json'), 'utf8').catch(() => '')
  for (const file of new Set(manifest.match(/assets\/[^"]+/g))) {
    for (const path of [file, `${file}.br`, `${file}.gz`]) {
      if (!existsSync(join(previous, path)) || existsSync(join(next, path))) continue
      await cp(join(previous, path), join(next, path))
    }
  }
}

/** Replaces `folder` by `next` by renaming, so that readers never see a partial build. */
export async function swapDirectory(next: string, folder: string): Promise<void> {
  const previousFolder = `${folder}.old`
  await rm(previousFolder, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, previousFolder)
  renameSync(next, folder)
  await rm(previousFolder, { recursive: true, force: true })
}
