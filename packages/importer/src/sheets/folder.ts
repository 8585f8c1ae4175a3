import { opendir, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { Report } from '../problems.ts'
import { limits } from './limits.ts'
import { UnreadableFileError } from './sheet.ts'
import { createFileSource, type Source } from './source.ts'
import { reportUnreadable, shownName } from './unreadableFile.ts'

/** True for hidden and temporary files of systems and spreadsheet programs: '.DS_Store', '~$notas.xlsx', '__MACOSX'. */
export const isIgnored = (path: string) =>
  path.split('/').some((name) => name.startsWith('.') || name.startsWith('~$') || name === '__MACOSX') ||
  /(?:^|\/)(?:thumbs\.db|desktop\.ini)$/i.test(path)

/**
 * Lists the files below a folder, sorted by name within each folder. `root` is the folder's path without symbolic
 * links; `prefix` is put before the files' paths, and `label` before their displayed names. Unreadable files, and links
 * that lead out of the folder, are reported as problems.
 */
export async function walkFolder(
  root: string,
  { prefix, label }: { prefix: string; label: string },
  report: Report,
): Promise<Source[]> {
  const found: Source[] = []
  const displayName = (path: string) => shownName(join(label, path))

  async function walk(location: string, path: string, depth: number): Promise<void> {
    for (const name of await readNames(location)) {
      if (found.length >= limits.maxEntries) return
      const below = path === '' ? name : `${path}/${name}`
      if (!isIgnored(below))
        await reportUnreadable(displayName(below), report, () => addPath(below, depth + 1))
    }
  }

  async function addPath(path: string, depth: number): Promise<void> {
    const real = await realpath(join(root, path))
    if (!real.startsWith(root + sep))
      throw new UnreadableFileError(displayName(path), 'es un enlace a otro lugar: copie aquí lo que señala')
    const known = await stat(real)
    if (known.isDirectory()) return addFolder(real, path, depth)
    if (!known.isFile())
      throw new UnreadableFileError(displayName(path), 'no es un archivo: quítelo de la carpeta')
    found.push(createFileSource(real, { file: displayName(path), path: prefix + path, size: known.size }))
  }

  async function addFolder(real: string, path: string, depth: number): Promise<void> {
    if (real !== join(root, path)) return // a link within the folder is read at its target
    if (depth > limits.maxFolderDepth)
      throw new UnreadableFileError(displayName(path), 'está demasiado adentro: suba esta carpeta de nivel')
    await walk(real, path, depth)
  }

  const file = shownName(basename(root))
  await reportUnreadable(file, report, () => walk(root, '', 0))
  if (found.length < limits.maxEntries) return found
  report.problem({
    file,
    message: `contiene más de ${limits.maxEntries} archivos: repártalos en varias carpetas`,
  })
  return []
}

async function readNames(location: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of await opendir(location)) {
    names.push(name)
    if (names.length > limits.maxEntries) break
  }
  return names.sort()
}
