import type { Report } from '../../problems.ts'
import { type Archive, openArchive } from '../archive.ts'
import { createSheet, type RowBudget } from '../batches.ts'
import { type MergedRange, type Row, type Sheet, UnreadableFileError } from '../sheet.ts'
import type { OnProgress, Source } from '../source.ts'
import { damagedError } from '../unreadableFile.ts'
import { type Book, type BookSheet, readBook } from './workbookBook.ts'
import { findPart } from './workbookParts.ts'
import { readRows } from './workbookRows.ts'
import { readSharedTexts, type SharedTexts } from './workbookTexts.ts'

/** What the files of an import share. `last` caches the shared strings of one workbook only: a set may have many. */
export type ImportContext = {
  report: Report
  budget: RowBudget
  last: { source: Source; texts: Promise<SharedTexts> } | undefined
}

/** Opens the visible worksheets of a workbook, and reports the hidden ones. @throws {UnreadableFileError} */
export async function openWorkbook(
  source: Source,
  archive: Archive,
  context: ImportContext,
): Promise<Sheet[]> {
  const book = await readBook(source.file, archive)
  const visibleSheets = book.sheets.filter(({ isHidden }) => !isHidden)
  for (const { name, isHidden } of book.sheets) {
    if (!isHidden) continue
    const message = 'la hoja está oculta y no se importa: muéstrela si hace falta'
    context.report.warning({ file: `${source.file} › ${name}`, message })
  }
  if (visibleSheets.length === 0)
    throw new UnreadableFileError(
      source.file,
      'todas sus hojas están ocultas: muestre las que haya que importar',
    )
  const packed = visibleSheets.reduce((sum, { bytes }) => sum + bytes, 0)
  const share = (bytes: number) => Math.floor((bytes * source.bytes) / Math.max(1, packed))
  return visibleSheets.map((sheet) => {
    const known = { file: `${source.file} › ${sheet.name}`, name: sheet.name, bytes: share(sheet.bytes) }
    const merged: MergedRange[] = []
    const location = { source, book, sheet, file: known.file, merged }
    const created = createSheet(known, context.budget, (onProgress) =>
      readSheet(location, context, (bytes) => onProgress?.(share(bytes))),
    )
    return { ...created, merged }
  })
}

type SheetSource = { source: Source; book: Book; sheet: BookSheet; file: string; merged: MergedRange[] }

/** Yields a worksheet's rows. The workbook is opened again for each reading, which is fast, so that none stays open. */
async function* readSheet(
  { source, book, sheet, file, merged }: SheetSource,
  context: ImportContext,
  onProgress: OnProgress,
): AsyncGenerator<Row[]> {
  const archive = await openArchive(source, () => {})
  try {
    const part = findPart(archive, sheet.path)
    if (!part) throw damagedError(source.file)
    const texts = await getSharedTexts(source, archive, book, context)
    merged.length = 0
    yield* readRows(file, part, { ...book, texts, merged }, onProgress)
  } finally {
    archive.close()
  }
}

function getSharedTexts(
  source: Source,
  archive: Archive,
  { textsPath }: Book,
  context: ImportContext,
): Promise<SharedTexts> {
  if (context.last?.source === source) return context.last.texts
  const texts = readSharedTexts(textsPath === undefined ? undefined : findPart(archive, textsPath))
  context.last = { source, texts }
  return texts
}
