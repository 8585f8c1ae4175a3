import { posix } from 'node:path'
import type { Archive } from '../../sheets/archive.ts'
import { UnreadableFileError } from '../../sheets/sheet.ts'
import { readWhole, type Source } from '../../sheets/source.ts'
import { partOf, readElements } from '../../sheets/xlsx/workbookParts.ts'
import { InvalidAttachmentError } from '../invalidAttachment.ts'
import { createMarkupCheck } from './markup.ts'
import {
  isRelationsPart,
  openPackage,
  readContentTypes,
  relationsIn,
  unreadableError,
  xmlPartsOf,
} from './package.ts'
import { activeXError, checkRelation, embeddedObjectError, macrosError } from './relations.ts'

export type OfficeKind = 'docx' | 'xlsx'

/** The path of the main part. Microsoft's web editor adds a number to the name: 'word/document2.xml'. */
const MAIN_PART: Record<OfficeKind, RegExp> = {
  docx: /^word\/document\d*\.xml$/i,
  xlsx: /^xl\/workbook\d*\.xml$/i,
}
const MAIN_TYPE: Record<OfficeKind, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
}
/** Paths of Visual Basic projects and Excel 4.0 macro sheets. */
const MACROS = /(?:^|\/)(?:vba(?:Project|ProjectSignature)\.bin|vbaData\.xml|(?:intl)?macrosheets\/)/i
const ACTIVE_X = /(?:^|\/)activeX\//i
const EMBEDDED = /(?:^|\/)embeddings\//i
const CHART_RELATIONS = /(?:^|\/)charts\/_rels\/[^/]+\.rels$/i
const TABLE_BYTES_MAX = 20 * 2 ** 20

const templateError = () =>
  new InvalidAttachmentError('es una plantilla', 'un documento, guardado como .docx o .xlsx')

/**
 * Returns the kind of a Word or Excel document without active content; undefined for any other file.
 * @throws {InvalidAttachmentError} that names the active content found
 */
export async function officeKindOf(file: string, bytes: Buffer): Promise<OfficeKind | undefined> {
  const archive = await openPackage(file, bytes).catch((error: unknown) => {
    if (error instanceof UnreadableFileError) return undefined
    throw error
  })
  if (!archive) return undefined
  try {
    return await inspect(archive, { mayHaveChartTables: true })
  } catch (error) {
    throw error instanceof UnreadableFileError ? unreadableError() : error
  } finally {
    archive.close()
  }
}

type InspectOptions = { mayHaveChartTables: boolean }

async function inspect(archive: Archive, options: InspectOptions): Promise<OfficeKind | undefined> {
  const paths = archive.entries.map(({ path }) => path)
  if (paths.some((path) => MACROS.test(path))) throw macrosError()
  const kind = await kindIn(archive, paths)
  if (!kind) return undefined
  if (paths.some((path) => ACTIVE_X.test(path))) throw activeXError()
  const tables = new Set<Source>()
  for (const part of await xmlPartsOf(archive)) {
    if (isRelationsPart(part)) await checkRelations(archive, part, options, tables)
    else {
      const { onOpen, onClose, onText } = createMarkupCheck()
      await readElements(part, onOpen, onClose, onText)
    }
  }
  if (archive.entries.some((entry) => EMBEDDED.test(entry.path) && !tables.has(entry)))
    throw embeddedObjectError()
  for (const table of tables) await inspectTable(table)
  return kind
}

/**
 * Determines the kind by the relation to the main part, by which programs find that part, and by the part's declared
 * content type; both must agree.
 */
async function kindIn(archive: Archive, paths: string[]): Promise<OfficeKind | undefined> {
  const kinds = Object.keys(MAIN_PART) as OfficeKind[]
  if (!kinds.some((kind) => paths.some((path) => MAIN_PART[kind].test(path)))) return undefined
  const types = await readContentTypes(archive)
  if (types.all.some((type) => type.includes('macroenabled') || type.includes('vbaproject')))
    throw macrosError()
  const relations = await relationsIn(partOf(archive, '_rels/.rels'))
  const mains = relations.filter(({ type }) => type.toLowerCase() === 'officedocument')
  const main = mains[0]?.target.replace(/^\//, '') ?? ''
  const kind = kinds.find((candidate) => MAIN_PART[candidate].test(main))
  if (mains.length !== 1 || !kind || !partOf(archive, main)) throw unreadableError()
  const type = types.of(main)
  if (type.includes('template')) throw templateError()
  if (type !== MAIN_TYPE[kind]) throw unreadableError()
  return kind
}

/** Checks the relations of a part, and adds the workbooks of charts to `tables`. @throws {InvalidAttachmentError} */
async function checkRelations(
  archive: Archive,
  part: Source,
  { mayHaveChartTables }: InspectOptions,
  tables: Set<Source>,
): Promise<void> {
  const isOfChart = mayHaveChartTables && CHART_RELATIONS.test(part.path)
  for (const relation of await relationsIn(part)) {
    checkRelation(relation, isOfChart)
    if (relation.isExternal || relation.type.toLowerCase() !== 'package') continue
    const folder = posix.dirname(posix.dirname(part.path))
    const { target } = relation
    const table = partOf(archive, target.startsWith('/') ? target : posix.join(folder, target))
    if (table) tables.add(table)
  }
}

/** Checks the workbook that Word embeds for a chart. @throws {InvalidAttachmentError} */
async function inspectTable(table: Source): Promise<void> {
  const bytes = await readWhole(table, TABLE_BYTES_MAX, 'es demasiado grande')
  const archive = await openPackage(table.file, bytes)
  try {
    if ((await inspect(archive, { mayHaveChartTables: false })) !== 'xlsx') throw embeddedObjectError()
  } finally {
    archive.close()
  }
}
