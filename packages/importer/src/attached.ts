import { checkDigit } from '@apoderados/contract/values/rut'
import type pg from 'pg'
import { type Prepared, prepareDocument, preparePhoto, type Refused } from './attachments.ts'
import { Refusal } from './explain.ts'
import { WRONG_DIGIT } from './formats/cells/rutCell.ts'
import type { Report } from './problems.ts'
import type { Scan } from './scanner.ts'
import type { SheetName } from './sheetRecords.ts'
import type { Attachment } from './sheets/sheet.ts'
import { copyInto, copyLine } from './staging/copy.ts'
import { isLeftOut } from './staging/leftOut.ts'

/**
 * What came beside the sheets and is of use, by the hash of its content: the same file may be both, and is stored small
 * as a photo. Read again when it is stored: the photos of a whole school would not fit in memory.
 */
export type Attached = Record<'photos' | 'documents', Map<string, () => Promise<Uint8Array>>>

/** Who looks at each file, and who hears of what is wrong with it. */
type Checks = { report: Report; scan: Scan }

type Prepare = typeof preparePhoto | typeof prepareDocument

const rereading = (attachment: Attachment, hash: string, prepare: Prepare) => async () => {
  const again = await prepare(attachment)
  if ('problem' in again || again.hash !== hash) {
    throw new Refusal(`${attachment.path} cambió mientras se importaba. Repita la importación.`)
  }
  return again.bytes
}

/** 'fotos/40100001-1.jpg', 'fotos/apoderados/15576215.png', 'fotos/insignia-90002-8.png': whose picture it is. */
const PHOTO =
  /(?:^|\/)fotos\/(?:(insignia-)(\d{1,6}-[\dk])|(apoderados\/)?([a-z0-9]{5,20})(?:-([\dk]))?)\.(?:jpe?g|png)$/i

/** `digit` as the name of a person's picture has it. */
type Owner = { owner: 'establecimiento' | 'apoderado' | 'estudiante'; name: string; digit?: string }

function ownerOf(path: string): Owner | undefined {
  const [match, badge, rbd, guardian, number, digit] = PHOTO.exec(path) ?? []
  if (!match) return undefined
  if (badge) return { owner: 'establecimiento', name: (rbd as string).toUpperCase() }
  const owner = guardian ? 'apoderado' : 'estudiante'
  return { owner, name: (number as string).toUpperCase(), ...(digit && { digit: digit.toUpperCase() }) }
}

/** The digit that a number with another one should have; passports with letters have none. */
function rightDigit({ name, digit }: Owner): string | undefined {
  if (digit === undefined || !/^\d+$/.test(name)) return undefined
  const right = checkDigit(name)
  return digit === right ? undefined : right
}

const inFolderOfPhotos = (path: string) => /(^|\/)fotos\//i.test(path)
const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
/** A secretary's spelling of a file's name: a Mac writes its accents apart, Windows its folders with '\'. */
const spelled = (name: string) =>
  name
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '')
    .toLowerCase()

/**
 * Looks at each photo, and at each document that the agenda names, and leaves for the merges what hash it has: in
 * the tables `pictures` and `documents`, where a name that may be several documents has none. What is no picture or
 * document of ours becomes a problem.
 */
export async function attach(
  client: pg.ClientBase,
  attachments: Attachment[],
  checks: Checks,
  onStep: () => void,
): Promise<Attached> {
  await client.query(`create temp table pictures (owner text, name text, hash text, path text);
    create temp table documents (named text, hash text, name text)`)
  const attached: Attached = { photos: new Map(), documents: new Map() }
  const pathOf = new Map<string, string>()
  for (const attachment of attachments.filter(({ path }) => inFolderOfPhotos(path))) {
    const owner = takeOwner(attachment, pathOf, checks)
    if (owner) await attachPhoto(client, attachment, owner, attached, checks)
    onStep()
  }
  await printOwnerless(client, checks)
  await attachDocuments(client, attachments, attached, checks)
  return attached
}

/** Where the picture's name is to be found. */
const NAMES: Record<Owner['owner'], { sheet: SheetName; names: string; expected: string }> = {
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

/** A photo goes with the row of whoever it shows; where none of such rows came, that is told once. */
async function printOwnerless(client: pg.ClientBase, { report }: Checks): Promise<void> {
  for (const [owner, { sheet, names, expected }] of Object.entries(NAMES)) {
    const { rows } = await client.query<{ path: string; has_rows: boolean }>(
      `select path, exists (${names}) as has_rows from pictures
        where owner = $1 and name not in (${names}) and not ${isLeftOut(sheet, "split_part(name, '-', 1)")}
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

/** Ready to be stored, once the scanner has nothing against it either. */
async function inspect(attachment: Attachment, prepare: Prepare, scan: Scan): Promise<Prepared | Refused> {
  const file = await prepare(attachment)
  if ('problem' in file) return file
  const virus = await scan(attachment.path, file.bytes)
  return virus ? { problem: virus } : file
}

/** Whose photo it is, when it is somebody's whose photo did not come before: `pathOf` each owner, that one. */
function takeOwner({ path }: Attachment, pathOf: Map<string, string>, { report }: Checks): Owner | undefined {
  const owner = ownerOf(path)
  if (!owner) {
    const expected = 'fotos/<RUN>.jpg, fotos/apoderados/<número>.jpg o fotos/insignia-<RBD>.png'
    report.warning({ file: path, message: 'no se sabe de quién es la foto', expected })
    return undefined
  }
  const expected = rightDigit(owner)
  if (expected !== undefined) {
    report.problem({ file: path, message: WRONG_DIGIT, expected })
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
  owner: Owner,
  attached: Attached,
  { report, scan }: Checks,
): Promise<void> {
  const photo = await inspect(attachment, preparePhoto, scan)
  if ('problem' in photo) {
    report.problem(photo.problem)
    return
  }
  attached.photos.set(photo.hash, rereading(attachment, photo.hash, preparePhoto))
  await copyInto(client, 'pictures', [copyLine([owner.owner, owner.name, photo.hash, attachment.path])])
}

const TO_DOCUMENTS = /^(?:.*?\/)?documentos\//
/** How a path may be meant by a name, the surest first. */
const MEANINGS: ((path: string, name: string) => boolean)[] = [
  (path, name) => path === name,
  (path, name) => path.replace(TO_DOCUMENTS, '') === name,
  (path, name) => path.endsWith(`/${name}`),
]

/** Finds what the agenda means by a name: one of the attachments, none, or as many as it may be. */
function createFinder(attachments: Attachment[]): (named: string) => Attachment[] {
  const files = attachments.map((attachment) => ({ path: spelled(attachment.path), attachment }))
  const byName = Map.groupBy(files, ({ path }) => baseName(path))
  return (named) => {
    const name = spelled(named)
    const alike = byName.get(baseName(name)) ?? []
    const ways = MEANINGS.map((means) => alike.filter(({ path }) => means(path, name)))
    return ways.find(({ length }) => length > 0)?.map(({ attachment }) => attachment) ?? []
  }
}

async function attachDocuments(
  client: pg.ClientBase,
  attachments: Attachment[],
  attached: Attached,
  { report, scan }: Checks,
): Promise<void> {
  const { rows } = await client.query<{ document: string }>(
    'select distinct document from agenda where document is not null',
  )
  const find = createFinder(attachments)
  for (const { document: named } of rows) {
    const byContent = new Map<string, { attachment: Attachment; document: Prepared }>()
    for (const attachment of find(named)) {
      const document = await inspect(attachment, prepareDocument, scan)
      if ('problem' in document) {
        report.problem(document.problem)
        report.leftOut('documentos', named)
      } else byContent.set(document.hash, { attachment, document }) // copies of one file are one
    }
    const [found, ...others] = byContent.values()
    if (others.length > 0) await copyInto(client, 'documents', [copyLine([named, null, null])])
    if (!found || others.length > 0) continue // a problem of each row that names it
    const { attachment, document } = found
    attached.documents.set(document.hash, rereading(attachment, document.hash, prepareDocument))
    await copyInto(client, 'documents', [copyLine([named, document.hash, document.name])])
  }
}
