import { checkDigit } from '@apoderados/contract/values/rut'
import type pg from 'pg'
import {
  type PreparedAttachment,
  prepareDocument,
  preparePhoto,
  type RejectedAttachment,
} from './attachments/prepareAttachment.ts'
import { Refusal } from './explain.ts'
import { WRONG_DIGIT_MESSAGE } from './formats/cells/rutCell.ts'
import type { Report } from './problems.ts'
import type { Scan } from './scanner.ts'
import type { SheetName } from './sheetRecords.ts'
import type { Attachment } from './sheets/sheet.ts'
import { copyInto, copyLine } from './staging/copy.ts'
import { leftOutCondition } from './staging/leftOut.ts'

/**
 * The valid photos and documents of an import, by the hash of their content. The functions read the file again, because
 * a school's photos do not fit into memory. A file may be both: a photo, which is stored reduced, and a document.
 */
export type AttachedFiles = Record<'photos' | 'documents', Map<string, () => Promise<Uint8Array>>>

/** What the check of an attachment needs: the report for its problems, and the virus scan. */
type AttachmentChecks = { report: Report; scan: Scan }

type PrepareFunction = typeof preparePhoto | typeof prepareDocument

const createRereader = (attachment: Attachment, hash: string, prepare: PrepareFunction) => async () => {
  const preparedAgain = await prepare(attachment)
  if ('problem' in preparedAgain || preparedAgain.hash !== hash) {
    throw new Refusal(`${attachment.path} cambió mientras se importaba. Repita la importación.`)
  }
  return preparedAgain.bytes
}

/** A photo's path: 'fotos/40100001-1.jpg', 'fotos/apoderados/15576215.png', 'fotos/insignia-90002-8.png'. */
const PHOTO_PATH =
  /(?:^|\/)fotos\/(?:(insignia-)(\d{1,6}-[\dk])|(apoderados\/)?([a-z0-9]{5,20})(?:-([\dk]))?)\.(?:jpe?g|png)$/i

/** Whom a picture shows: `name` is the number or RBD in the file's name, `digit` its check digit if it has one. */
type PhotoOwner = { owner: 'establecimiento' | 'apoderado' | 'estudiante'; name: string; digit?: string }

function ownerOf(path: string): PhotoOwner | undefined {
  const [match, badge, rbd, guardian, number, digit] = PHOTO_PATH.exec(path) ?? []
  if (!match) return undefined
  if (badge) return { owner: 'establecimiento', name: (rbd as string).toUpperCase() }
  const owner = guardian ? 'apoderado' : 'estudiante'
  return { owner, name: (number as string).toUpperCase(), ...(digit && { digit: digit.toUpperCase() }) }
}

/** Returns the correct check digit if the file's name has a wrong one; a passport's number with letters has none. */
function correctDigit({ name, digit }: PhotoOwner): string | undefined {
  if (digit === undefined || !/^\d+$/.test(name)) return undefined
  const right = checkDigit(name)
  return digit === right ? undefined : right
}

const isInPhotosFolder = (path: string) => /(^|\/)fotos\//i.test(path)
const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
/** Normalizes a path for comparison: a Mac decomposes accents, and Windows separates folders with '\'. */
const normalizePath = (name: string) =>
  name
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '')
    .toLowerCase()

/**
 * Checks the files in folders 'fotos', and the documents that the agenda names. Writes their hashes into the tables
 * `pictures` and `documents`, for the merges; the hash of a document is null if its name matches several. Reports files
 * that are not valid pictures or documents.
 */
export async function matchAttachments(
  client: pg.ClientBase,
  attachments: Attachment[],
  checks: AttachmentChecks,
  onStep: () => void,
): Promise<AttachedFiles> {
  await client.query(`create temp table pictures (owner text, name text, hash text, path text);
    create temp table documents (named text, hash text, name text)`)
  const attached: AttachedFiles = { photos: new Map(), documents: new Map() }
  const pathOf = new Map<string, string>()
  for (const attachment of attachments.filter(({ path }) => isInPhotosFolder(path))) {
    const owner = findNewOwner(attachment, pathOf, checks)
    if (owner) await attachPhoto(client, attachment, owner, attached, checks)
    onStep()
  }
  await reportOwnerlessPhotos(client, checks)
  await attachDocuments(client, attachments, attached, checks)
  return attached
}

/** For each kind of owner, the sheet that must contain the owner's row; `names` is SQL for its owners' names. */
const ownerSheets: Record<PhotoOwner['owner'], { sheet: SheetName; names: string; expected: string }> = {
  estudiante: {
    sheet: 'alumnos',
    names: 'select rut from alumnos where rut is not null',
    expected: 'el RUN de alguien de la hoja alumnos',
  },
  apoderado: {
    sheet: 'apoderados',
    names: "select split_part(document, ':', 2) from apoderados",
    expected: 'el documento de alguien de la hoja apoderados',
  },
  establecimiento: {
    sheet: 'establecimientos',
    names: 'select rbd from establecimientos where rbd is not null',
    expected: 'el RBD de una fila de la hoja establecimientos',
  },
}

/** Reports photos whose owner has no row in the sheets; if the sheet itself is missing, one warning covers them all. */
async function reportOwnerlessPhotos(client: pg.ClientBase, { report }: AttachmentChecks): Promise<void> {
  for (const [owner, { sheet, names, expected }] of Object.entries(ownerSheets)) {
    const { rows } = await client.query<{ path: string; has_rows: boolean }>(
      `select path, exists (${names}) as has_rows from pictures
        where owner = $1 and name not in (${names}) and not ${leftOutCondition(sheet, "split_part(name, '-', 1)")}
        order by path`,
      [owner],
    )
    const [first] = rows
    if (first?.has_rows === false) {
      const photos =
        rows.length === 1 ? 'la foto no se guarda' : `${rows.length} fotos como esta no se guardan`
      report.warning({ file: first.path, message: `${photos}: falta la hoja ${sheet}` })
      continue
    }
    for (const { path } of rows) {
      report.warning({ file: path, message: 'la foto no es de nadie de estas hojas: no se guarda', expected })
    }
  }
}

async function prepareAndScan(
  attachment: Attachment,
  prepare: PrepareFunction,
  scan: Scan,
): Promise<PreparedAttachment | RejectedAttachment> {
  const file = await prepare(attachment)
  if ('problem' in file) return file
  const virus = await scan(attachment.path, file.bytes)
  return virus ? { problem: virus } : file
}

/** Returns the photo's owner; undefined after a reported problem. `pathOf` has the path of each owner's first photo. */
function findNewOwner(
  { path }: Attachment,
  pathOf: Map<string, string>,
  { report }: AttachmentChecks,
): PhotoOwner | undefined {
  const owner = ownerOf(path)
  if (!owner) {
    const expected = 'fotos/<RUN>.jpg, fotos/apoderados/<número>.jpg o fotos/insignia-<RBD>.png'
    report.warning({ file: path, message: 'no se sabe de quién es la foto', expected })
    return undefined
  }
  const expected = correctDigit(owner)
  if (expected !== undefined) {
    report.problem({ file: path, message: WRONG_DIGIT_MESSAGE, expected })
    return undefined
  }
  const key = `${owner.owner} ${owner.name}`
  const first = pathOf.get(key)
  if (first === undefined) {
    pathOf.set(key, path)
    return owner
  }
  const whose = owner.owner === 'establecimiento' ? 'del mismo establecimiento' : 'de la misma persona'
  report.problem({ file: path, message: `es ${whose} que ${first.slice(-200)}`, expected: 'una sola imagen' })
  return undefined
}

async function attachPhoto(
  client: pg.ClientBase,
  attachment: Attachment,
  owner: PhotoOwner,
  attached: AttachedFiles,
  { report, scan }: AttachmentChecks,
): Promise<void> {
  const photo = await prepareAndScan(attachment, preparePhoto, scan)
  if ('problem' in photo) {
    report.problem(photo.problem)
    return
  }
  attached.photos.set(photo.hash, createRereader(attachment, photo.hash, preparePhoto))
  await copyInto(client, 'pictures', [copyLine([owner.owner, owner.name, photo.hash, attachment.path])])
}

const DOCUMENTS_FOLDER = /^(?:.*?\/)?documentos\//
/** The ways in which a name in the agenda can refer to a file's path, the most exact first. */
const NAME_MATCHERS: ((path: string, name: string) => boolean)[] = [
  (path, name) => path === name,
  (path, name) => path.replace(DOCUMENTS_FOLDER, '') === name,
  (path, name) => path.endsWith(`/${name}`),
]

/** Returns a function that finds the attachments that a name in the agenda may refer to: none, one or several. */
function createDocumentFinder(attachments: Attachment[]): (documentName: string) => Attachment[] {
  const files = attachments.map((attachment) => ({ path: normalizePath(attachment.path), attachment }))
  const byName = Map.groupBy(files, ({ path }) => baseName(path))
  return (documentName) => {
    const name = normalizePath(documentName)
    const sameNameFiles = byName.get(baseName(name)) ?? []
    const matchesByRule = NAME_MATCHERS.map((matches) =>
      sameNameFiles.filter(({ path }) => matches(path, name)),
    )
    return matchesByRule.find(({ length }) => length > 0)?.map(({ attachment }) => attachment) ?? []
  }
}

async function attachDocuments(
  client: pg.ClientBase,
  attachments: Attachment[],
  attached: AttachedFiles,
  { report, scan }: AttachmentChecks,
): Promise<void> {
  const { rows } = await client.query<{ document: string }>(
    'select distinct document from agenda where document is not null',
  )
  const find = createDocumentFinder(attachments)
  for (const { document: documentName } of rows) {
    const byContent = new Map<string, { attachment: Attachment; document: PreparedAttachment }>()
    for (const attachment of find(documentName)) {
      const document = await prepareAndScan(attachment, prepareDocument, scan)
      if ('problem' in document) {
        report.problem(document.problem)
        report.leftOut('documentos', documentName)
      } else byContent.set(document.hash, { attachment, document }) // identical copies count as one file
    }
    const [found, ...others] = byContent.values()
    if (others.length > 0) await copyInto(client, 'documents', [copyLine([documentName, null, null])])
    if (!found || others.length > 0) continue // `runChecks` reports the rows that name the document
    const { attachment, document } = found
    attached.documents.set(document.hash, createRereader(attachment, document.hash, prepareDocument))
    await copyInto(client, 'documents', [copyLine([documentName, document.hash, document.name])])
  }
}
