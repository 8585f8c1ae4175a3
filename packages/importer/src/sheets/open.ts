import { realpath, stat } from 'node:fs/promises'
import { basename, sep } from 'node:path'
import type { Report } from '../problems.ts'
import { createBudget } from './batches.ts'
import { addContents, type Found } from './contents.ts'
import { walkFolder } from './folder.ts'
import { type Attachment, type Sheet, UnreadableFileError } from './sheet.ts'
import { fileSource } from './source.ts'
import { asBadFile, shownName } from './unreadableFile.ts'
import type { Context } from './xlsx/workbook.ts'

/** After `close` no entry of a zip can be read. */
export type Sources = { sheets: Sheet[]; attachments: Attachment[]; close(): Promise<void> }

/**
 * What spreadsheets, folders and zips hold, told by their content: sheets, and in a folder or zip the photos and
 * documents beside them. Each that cannot be opened is a problem; nothing is written anywhere.
 */
export async function openSources(paths: string[], report: Report): Promise<Sources> {
  const found: Found = { sheets: [], attachments: [], archives: [] }
  const context: Context = { report, budget: createBudget(), last: undefined }
  const places = await distinctPlaces(paths, report)
  for (const place of places) {
    try {
      await addPlace(place, places.length > 1, found, context)
    } catch (error) {
      const file = shownName(basename(place))
      report.problem({ file, message: asBadFile(file, error).message })
    }
  }
  const close = async () => {
    for (const archive of found.archives) archive.close()
  }
  return { sheets: found.sheets, attachments: found.attachments, close }
}

/** Where the paths lead, without what lies in a folder that is given too. */
async function distinctPlaces(paths: string[], report: Report): Promise<string[]> {
  const places: string[] = []
  for (const path of paths) {
    try {
      places.push(await realpath(path))
    } catch (error) {
      const file = shownName(path)
      report.problem({ file, message: asBadFile(file, error).message })
    }
  }
  const isWithin = (place: string) => places.some((other) => place.startsWith(other + sep))
  return [...new Set(places)].filter((place) => !isWithin(place))
}

async function addPlace(place: string, isOneOfMany: boolean, found: Found, context: Context): Promise<void> {
  const name = basename(place)
  const file = shownName(name)
  const known = await stat(place)
  if (known.isDirectory()) {
    const label = isOneOfMany ? name : ''
    // A folder of photos may be given beside the sheets: their paths begin with its name nevertheless.
    const prefix = /^(?:fotos|documentos)$/i.test(name) ? `${name}/` : ''
    for (const source of await walkFolder(place, { prefix, label }, context.report))
      await addContents(source, 'folder', found, context)
  } else if (known.isFile()) {
    await addContents(fileSource(place, { file, path: name, size: known.size }), 'given', found, context)
  } else throw new UnreadableFileError(file, 'no es un archivo ni una carpeta: revise la ruta')
}
