import { opendir, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { Report } from '../problems.ts'
import { limits } from './limits.ts'
import { UnreadableFileError } from './sheet.ts'
import { fileSource, type Source } from './source.ts'
import { asBadFile, shownName } from './unreadableFile.ts'

/** What systems and spreadsheet programs leave lying about: '.DS_Store', '~$alumnos.xlsx', '__MACOSX'. */
export const isIgnored = (path: string) =>
  path.split('/').some((name) => name.startsWith('.') || name.startsWith('~$') || name === '__MACOSX') ||
  /(?:^|\/)(?:thumbs\.db|desktop\.ini)$/i.test(path)

/**
 * The files below a folder, by name; `prefix` stands before their paths, `label` before their names as they are shown.
 * What cannot be read, and links that lead out of it, become problems.
 */
export async function walkFolder(
  folder: string,
  { prefix, label }: { prefix: string; label: string },
  report: Report,
): Promise<Source[]> {
  const found: Source[] = []
  const root = await realpath(folder)
  const shown = (path: string) => shownName(join(label, path))

  async function walk(place: string, path: string, depth: number): Promise<void> {
    for (const name of await namesIn(place)) {
      if (found.length >= limits.maxEntries) return
      const below = path === '' ? name : `${path}/${name}`
      if (!isIgnored(below)) await guarded(shown(below), () => look(below, depth + 1))
    }
  }

  async function look(path: string, depth: number): Promise<void> {
    const real = await realpath(join(root, path))
    if (!real.startsWith(root + sep))
      throw new UnreadableFileError(shown(path), 'es un enlace a otro lugar: copie aquí lo que señala')
    const known = await stat(real)
    if (known.isDirectory()) return lookInto(real, path, depth)
    if (!known.isFile()) throw new UnreadableFileError(shown(path), 'no es un archivo: quítelo de la carpeta')
    found.push(fileSource(real, { file: shown(path), path: prefix + path, size: known.size }))
  }

  async function lookInto(real: string, path: string, depth: number): Promise<void> {
    if (real !== join(root, path)) return // a link within the folder: read where it is
    if (depth > limits.maxFolderDepth)
      throw new UnreadableFileError(shown(path), 'está demasiado adentro: suba esta carpeta de nivel')
    await walk(real, path, depth)
  }

  async function guarded(file: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      report.problem({ file, message: asBadFile(file, error).message })
    }
  }

  const file = shownName(basename(root))
  await guarded(file, () => walk(root, '', 0))
  if (found.length < limits.maxEntries) return found
  report.problem({
    file,
    message: `contiene más de ${limits.maxEntries} archivos: repártalos en varias carpetas`,
  })
  return []
}

async function namesIn(place: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of await opendir(place)) {
    names.push(name)
    if (names.length > limits.maxEntries) break
  }
  return names.sort()
}
