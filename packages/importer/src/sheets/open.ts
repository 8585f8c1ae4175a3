import { realpath, stat } from 'node:fs/promises'
import { basename, sep } from 'node:path'
import type { Report } from '../problems.ts'
import { addContents, type Contents } from './contents.ts'
import { walkFolder } from './folder.ts'
import { limits } from './limits.ts'
import { UnreadableFileError } from './sheet.ts'
import { createFileSource } from './source.ts'
import { reportUnreadable, shownName } from './unreadableFile.ts'

/** The opened sheets and attachments. After `close`, those in archives cannot be read any more. */
export type Sources = Pick<Contents, 'sheets' | 'attachments'> & { close(): Promise<void> }

/**
 * Opens the spreadsheets, folders and zips at `paths`, and recognises files by content. Returns the sheets, and the
 * photos and documents in folders and zips. Files that cannot be opened are reported as problems. Nothing is written.
 */
export async function openSources(paths: string[], report: Report): Promise<Sources> {
  const found: Contents = {
    report,
    budget: { rows: limits.maxRows },
    last: undefined,
    sheets: [],
    attachments: [],
    archives: [],
  }
  const realPaths = await distinctPaths(paths, report)
  for (const realPath of realPaths) {
    const file = shownName(basename(realPath))
    await reportUnreadable(file, report, () => addPath(realPath, realPaths.length > 1, found))
  }
  const close = async () => {
    for (const archive of found.archives) archive.close()
  }
  return { sheets: found.sheets, attachments: found.attachments, close }
}

/** Returns the paths without symbolic links, except those inside a folder that is also one of the paths. */
async function distinctPaths(paths: string[], report: Report): Promise<string[]> {
  const realPaths: string[] = []
  for (const path of paths)
    await reportUnreadable(shownName(path), report, async () => void realPaths.push(await realpath(path)))
  const isWithin = (realPath: string) => realPaths.some((other) => realPath.startsWith(other + sep))
  return [...new Set(realPaths)].filter((realPath) => !isWithin(realPath))
}

async function addPath(realPath: string, isOneOfMany: boolean, found: Contents): Promise<void> {
  const name = basename(realPath)
  const file = shownName(name)
  const known = await stat(realPath)
  if (known.isDirectory()) {
    const label = isOneOfMany ? name : ''
    // The operator may name only the folder of photos: even then, its files' paths must begin with the folder's name.
    const prefix = /^(?:fotos|documentos)$/i.test(name) ? `${name}/` : ''
    for (const source of await walkFolder(realPath, { prefix, label }, found.report))
      await addContents(source, 'folder', found)
  } else if (known.isFile()) {
    await addContents(createFileSource(realPath, { file, path: name, size: known.size }), 'given', found)
  } else throw new UnreadableFileError(file, 'no es un archivo ni una carpeta: revise la ruta')
}
