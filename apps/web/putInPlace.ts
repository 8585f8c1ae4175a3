import { existsSync, renameSync } from 'node:fs'
import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Pages that are open, or on their way, still ask for the code of the build before: it stays for one build more. */
export async function keepCode(former: string, made: string): Promise<void> {
  const manifest = await readFile(join(former, '.vite/manifest.json'), 'utf8').catch(() => '')
  for (const file of new Set(manifest.match(/assets\/[^"]+/g))) {
    for (const path of [file, `${file}.br`, `${file}.gz`]) {
      if (!existsSync(join(former, path)) || existsSync(join(made, path))) continue
      await cp(join(former, path), join(made, path))
    }
  }
}

/** `made` becomes `folder` at once: whoever reads there meets whole files, of one build or of the other. */
export async function putInPlace(made: string, folder: string): Promise<void> {
  const former = `${folder}.old`
  await rm(former, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, former)
  renameSync(made, folder)
  await rm(former, { recursive: true, force: true })
}
