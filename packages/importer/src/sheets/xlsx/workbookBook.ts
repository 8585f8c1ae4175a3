import type { Archive } from '../archive.ts'
import { limits } from '../limits.ts'
import { UnreadableFileError } from '../sheet.ts'
import type { Source } from '../source.ts'
import { damagedError, shownName } from '../unreadableFile.ts'
import { kindOfBuiltIn, kindOfCode, type NumberKind } from './workbookNumbers.ts'
import { findPart, readElements } from './workbookParts.ts'
import { unescapeText } from './workbookTexts.ts'

/** A worksheet: `path` is the path of its part in the zip, and `bytes` the packed size of the part. */
export type BookSheet = { name: string; path: string; bytes: number; isHidden: boolean }
/**
 * A workbook without its rows. `is1904` is true if its dates count from 1904. `kinds` contains the number kind of each
 * cell style. `textsPath` is the path of the part with the shared strings; undefined if there is none.
 */
export type Book = {
  sheets: BookSheet[]
  is1904: boolean
  kinds: NumberKind[]
  textsPath: string | undefined
}

const SHEET_NAME_LENGTH_MAX = 100

/** Reads the list of a workbook's sheets, and its number formats. @throws {UnreadableFileError} */
export async function readBook(file: string, archive: Archive): Promise<Book> {
  const main = firstPathOfType(await readRelations(archive, ''), 'officedocument') ?? 'xl/workbook.xml'
  const part = findPart(archive, main)
  if (!part) throw damagedError(file)
  const relations = await readRelations(archive, main)
  const styles = firstPathOfType(relations, 'styles')
  return {
    ...(await readSheetList(file, archive, part, relations)),
    kinds: await readNumberKinds(styles === undefined ? undefined : findPart(archive, styles)),
    textsPath: firstPathOfType(relations, 'sharedstrings'),
  }
}

/** The relations of a part to other parts, by their ids; `type` is the last segment of the type, in lower case. */
type Relations = Map<string, { type: string; path: string }>

const firstPathOfType = (relations: Relations, wanted: string) =>
  [...relations.values()].find(({ type }) => type === wanted)?.path

/** Reads the relations of the part `path`; '' stands for the whole package. */
async function readRelations(archive: Archive, path: string): Promise<Relations> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const relations: Relations = new Map()
  const part = findPart(archive, `${folder}_rels/${path.slice(folder.length)}.rels`)
  await readElements(part, (name, { Id: id, Type: type = '', Target: target = '', TargetMode: mode }) => {
    if (name !== 'Relationship' || !id || mode === 'External' || relations.size > limits.maxSheets * 4) return
    const last = type.slice(type.lastIndexOf('/') + 1).toLowerCase()
    relations.set(id, { type: last, path: target.startsWith('/') ? target.slice(1) : `${folder}${target}` })
  })
  return relations
}

async function readSheetList(
  file: string,
  archive: Archive,
  part: Source,
  relations: Relations,
): Promise<Pick<Book, 'sheets' | 'is1904'>> {
  const sheets: BookSheet[] = []
  let is1904 = false
  await readElements(part, (element, attributes) => {
    if (element === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
    if (element !== 'sheet') return
    const [, id = ''] = Object.entries(attributes).find(([name]) => name.endsWith(':id')) ?? []
    const relation = relations.get(id)
    if (relation?.type !== 'worksheet') return
    const found = findPart(archive, relation.path)
    if (!found || sheets.length >= limits.maxSheets) throw damagedError(file)
    const name = shownName(unescapeText(attributes.name ?? '')).slice(0, SHEET_NAME_LENGTH_MAX)
    const isHidden = ['hidden', 'veryHidden'].includes(attributes.state ?? '')
    sheets.push({ name, path: relation.path, bytes: found.bytes, isHidden })
  })
  if (sheets.length === 0) throw new UnreadableFileError(file, 'no tiene ninguna hoja')
  return { sheets, is1904 }
}

async function readNumberKinds(part: Source | undefined): Promise<NumberKind[]> {
  const codes = new Map<number, NumberKind>()
  const kinds: NumberKind[] = []
  let isInCells = false
  await readElements(
    part,
    (name, { numFmtId, formatCode = '' }) => {
      const id = Number(numFmtId)
      if (name === 'numFmt' && codes.size < limits.maxNumberFormats) codes.set(id, kindOfCode(formatCode))
      if (name === 'cellXfs') isInCells = true
      if (name === 'xf' && isInCells && kinds.length < limits.maxNumberFormats)
        kinds.push(codes.get(id) ?? kindOfBuiltIn(id))
    },
    (name) => {
      if (name === 'cellXfs') isInCells = false
    },
  )
  return kinds
}
