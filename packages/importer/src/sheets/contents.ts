import { type Archive, openArchive } from './archive.ts'
import { createSheet } from './batches.ts'
import { readCsv } from './csv.ts'
import { fileKindOf, SPREADSHEET_NAME } from './fileKind.ts'
import { isIgnored } from './folder.ts'
import { openHtml } from './html/html.ts'
import { limits } from './limits.ts'
import { looksLikeTable } from './separator.ts'
import { type Attachment, type Sheet, UnreadableFileError } from './sheet.ts'
import { readHead, readWhole, type Source } from './source.ts'
import { reportUnreadable } from './unreadableFile.ts'
import { type ImportContext, openWorkbook } from './xlsx/workbook.ts'
import { findPart } from './xlsx/workbookParts.ts'

/** The sheets and attachments of an import, and what its files share. `archives` stay open until the import ends. */
export type Contents = ImportContext & { sheets: Sheet[]; attachments: Attachment[]; archives: Archive[] }

/** How a file was delivered: as a path of the command, within a folder, or within a zip. */
type Origin = 'given' | 'folder' | 'zip'

const EMPTY_MESSAGE = 'está vacío: complételo o quítelo'
const SAVE_AS_ADVICE = 'ábralo y guárdelo como «Libro de Excel (.xlsx)»'
const NO_SHEET_MESSAGE =
  'no es una planilla: se espera un CSV, un XLSX o la nómina de SIGE; lo demás va en una carpeta o un zip'

/** Adds the sheets and attachments of a file, or of the files in an archive. Errors are reported as problems. */
export async function addContents(source: Source, origin: Origin, found: Contents): Promise<void> {
  if (origin !== 'given' && !mayBeSheet(source.path)) found.attachments.push(toAttachment(source))
  else await reportUnreadable(source.file, found.report, () => addByKind(source, origin, found))
}

const ATTACHMENT_FOLDERS = /(?:^|\/)(?:fotos|documentos)\//i
const EXTENSION = /\.([^./]*)$/
/** Extensions of files that are sheets if their content looks like a table, and attachments otherwise. */
const AMBIGUOUS_EXTENSIONS = new Set([undefined, 'txt'])

const extensionOf = (path: string) => EXTENSION.exec(path)?.[1]?.toLowerCase()

/** Whether a file in a folder or zip may be a sheet, by its path. Even workbooks among photos and documents are not. */
const mayBeSheet = (path: string): boolean =>
  !ATTACHMENT_FOLDERS.test(path) && (extensionOf(path) === undefined || SPREADSHEET_NAME.test(path))

function toAttachment(source: Source): Attachment {
  const tooLarge = `pesa más de ${limits.maxAttachmentBytes / 1024 / 1024} MB: redúzcalo`
  return {
    file: source.file,
    path: source.path,
    bytes: source.size,
    read: () => readWhole(source, limits.maxAttachmentBytes, tooLarge),
  }
}

const baseNameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(EXTENSION, '')

async function addByKind(source: Source, origin: Origin, found: Contents): Promise<void> {
  const head = await readHead(source)
  const { file, bytes } = source
  const name = baseNameOf(source.path)
  const isAttachment = origin !== 'given' && AMBIGUOUS_EXTENSIONS.has(extensionOf(source.path))
  switch (fileKindOf(head)) {
    case 'csv':
      if (isAttachment && !looksLikeTable(head)) found.attachments.push(toAttachment(source))
      else
        found.sheets.push(
          createSheet({ file, name, bytes }, found.budget, (onProgress) => readCsv(source, onProgress)),
        )
      return
    case 'html':
      found.sheets.push(...(await openHtml(source, name, found.budget)))
      return
    case 'zip':
      return addArchive(source, origin, found)
    case 'oldWorkbook':
      throw new UnreadableFileError(file, `es un libro de Excel antiguo o con contraseña: ${SAVE_AS_ADVICE}`)
    case 'otherWorkbook':
      throw new UnreadableFileError(file, `es un libro en otro formato: ${SAVE_AS_ADVICE}`)
    case 'empty':
      throw new UnreadableFileError(file, EMPTY_MESSAGE)
    default:
      if (!isAttachment) throw new UnreadableFileError(file, NO_SHEET_MESSAGE)
      found.attachments.push(toAttachment(source))
  }
}

async function addArchive(source: Source, origin: Origin, found: Contents): Promise<void> {
  let badNames = 0
  const archive = await openArchive(source, (name) => {
    badNames += 1
    if (badNames > limits.maxReportedNames) return
    const message = 'su nombre no es válido o está repetido en el zip: cámbielo'
    found.report.problem({ file: `${source.file} › ${name}`, message })
  })
  if (origin !== 'zip' && !isOfficeFile(archive)) {
    found.archives.push(archive)
    const files = archive.entries.filter(({ path }) => !isIgnored(path))
    if (files.length === 0 && badNames === 0) throw new UnreadableFileError(source.file, EMPTY_MESSAGE)
    for (const entry of files) await addContents(entry, 'zip', found)
    return
  }
  try {
    found.sheets.push(...(await openOfficeFile(source, archive, found)))
  } finally {
    archive.close()
  }
}

const isOfficeFile = (archive: Archive) =>
  ['[Content_Types].xml', 'mimetype'].some((part) => findPart(archive, part) !== undefined)

async function openOfficeFile(source: Source, archive: Archive, context: ImportContext): Promise<Sheet[]> {
  const { file } = source
  if (!isOfficeFile(archive))
    throw new UnreadableFileError(file, 'es un zip dentro de otro: extráigalo y entréguelo aparte')
  if (archive.entries.some(({ path }) => /^xl\/workbook\.bin$|^content\.xml$/i.test(path)))
    throw new UnreadableFileError(file, `es un libro en otro formato: ${SAVE_AS_ADVICE}`)
  if (archive.entries.some(({ path }) => /^(?:word|ppt)\//i.test(path)))
    throw new UnreadableFileError(file, NO_SHEET_MESSAGE)
  return openWorkbook(source, archive, context)
}
