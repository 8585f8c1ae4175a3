import { posix } from 'node:path'
import type { Archive } from '../../sheets/archive.ts'
import { UnreadableFileError } from '../../sheets/sheet.ts'
import { readWhole, type Source } from '../../sheets/source.ts'
import { findPart, readElements } from '../../sheets/xlsx/workbookParts.ts'
import { InvalidAttachmentError } from '../invalidAttachment.ts'
import { createMarkupCheck } from './markup.ts'
import {
  findXmlParts,
  isRelationsPart,
  openPackage,
  readContentTypes,
  readRelations,
  unreadableError,
} from './package.ts'
import { activeXError, checkRelation, embeddedObjectError, macrosError } from './relations.ts'

export type OfficeKind = 'docx' | 'xlsx'

/** Matches the path of the main part. Microsoft's web editor adds a number to the name: 'word/document2.xml'. */
const MAIN_PART_PATH: Record<OfficeKind, RegExp> = {
  docx: /^word\/document\d*\.xml$/i,
  xlsx: /^xl\/workbook\d*\.xml$/i,
}
const MAIN_CONTENT_TYPE: Record<OfficeKind, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
}
/** Matches the paths of Visual Basic projects and Excel 4.0 macro sheets. */
const MACRO_PARTS = /(?:^|\/)(?:vba(?:Project|ProjectSignature)\.bin|vbaData\.xml|(?:intl)?macrosheets\/)/i
const ACTIVE_X_PARTS = /(?:^|\/)activeX\//i
const EMBEDDED_PARTS = /(?:^|\/)embeddings\//i
const CHART_RELATIONS_PARTS = /(?:^|\/)charts\/_rels\/[^/]+\.rels$/i
const CHART_TABLE_BYTES_MAX = 20 * 2 ** 20

const templateError = () =>
  new InvalidAttachmentError('es una plantilla', 'un documento, guardado como .docx o .xlsx')

/**
 * Returns the kind of a Word or Excel document that has no active content; undefined if the file is no such document.
 * @throws {InvalidAttachmentError} that names the active content found, or if the document cannot be inspected
 */
export async function officeKindOf(file: string, bytes: Buffer): Promise<OfficeKind | undefined> {
  const archive = await openPackage(file, bytes).catch((error: unknown) => {
    if (error instanceof UnreadableFileError) return undefined
    throw error
  })
  if (!archive) return undefined
  try {
    return await inspectPackage(archive, { mayHaveChartTables: true })
  } catch (error) {
    throw error instanceof UnreadableFileError ? unreadableError() : error
  } finally {
    archive.close()
  }
}

/** `mayHaveChartTables`: whether a chart may embed a workbook, which is then inspected too. */
type InspectOptions = { mayHaveChartTables: boolean }

async function inspectPackage(archive: Archive, options: InspectOptions): Promise<OfficeKind | undefined> {
  const paths = archive.entries.map(({ path }) => path)
  if (paths.some((path) => MACRO_PARTS.test(path))) throw macrosError()
  const kind = await kindOfMainPart(archive, paths)
  if (!kind) return undefined
  if (paths.some((path) => ACTIVE_X_PARTS.test(path))) throw activeXError()
  const tables = new Set<Source>()
  for (const part of await findXmlParts(archive)) {
    if (isRelationsPart(part)) await checkRelations(archive, part, options, tables)
    else {
      const { onOpen, onClose, onText } = createMarkupCheck()
      await readElements(part, onOpen, onClose, onText)
    }
  }
  if (archive.entries.some((entry) => EMBEDDED_PARTS.test(entry.path) && !tables.has(entry)))
    throw embeddedObjectError()
  for (const table of tables) await inspectChartTable(table)
  return kind
}

/**
 * Determines the kind by the path of the main part, to which the package's relations lead, and by that part's declared
 * content type. Returns undefined if no path is that of a main part.
 * @throws {InvalidAttachmentError} if path and type do not agree, or if they declare macros or a template
 */
async function kindOfMainPart(archive: Archive, paths: string[]): Promise<OfficeKind | undefined> {
  const kinds = Object.keys(MAIN_PART_PATH) as OfficeKind[]
  if (!kinds.some((kind) => paths.some((path) => MAIN_PART_PATH[kind].test(path)))) return undefined
  const types = await readContentTypes(archive)
  if (types.all.some((type) => type.includes('macroenabled') || type.includes('vbaproject')))
    throw macrosError()
  const relations = await readRelations(findPart(archive, '_rels/.rels'))
  const mains = relations.filter(({ type }) => type.toLowerCase() === 'officedocument')
  const main = mains[0]?.target.replace(/^\//, '') ?? ''
  const kind = kinds.find((candidate) => MAIN_PART_PATH[candidate].test(main))
  if (mains.length !== 1 || !kind || !findPart(archive, main)) throw unreadableError()
  const type = types.of(main)
  if (type.includes('template')) throw templateError()
  if (type !== MAIN_CONTENT_TYPE[kind]) throw unreadableError()
  return kind
}

/** Checks the relations of a part, and adds the workbooks of charts to `tables`. @throws {InvalidAttachmentError} */
async function checkRelations(
  archive: Archive,
  part: Source,
  { mayHaveChartTables }: InspectOptions,
  tables: Set<Source>,
): Promise<void> {
  const isOfChart = mayHaveChartTables && CHART_RELATIONS_PARTS.test(part.path)
  for (const relation of await readRelations(part)) {
    checkRelation(relation, isOfChart)
    if (relation.isExternal || relation.type.toLowerCase() !== 'package') continue
    const folder = posix.dirname(posix.dirname(part.path))
    const { target } = relation
    const table = findPart(archive, target.startsWith('/') ? target : posix.join(folder, target))
    if (table) tables.add(table)
  }
}

/** Checks the workbook that a document embeds for a chart. @throws {InvalidAttachmentError} */
async function inspectChartTable(table: Source): Promise<void> {
  const bytes = await readWhole(table, CHART_TABLE_BYTES_MAX, 'es demasiado grande')
  const archive = await openPackage(table.file, bytes)
  try {
    if ((await inspectPackage(archive, { mayHaveChartTables: false })) !== 'xlsx') throw embeddedObjectError()
  } finally {
    archive.close()
  }
}
