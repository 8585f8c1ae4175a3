import type { Archive } from '../archive.ts'
import { limits } from '../limits.ts'
import { UnreadableFileError } from '../sheet.ts'
import type { Source } from '../source.ts'
import { damaged, shownName } from '../unreadableFile.ts'
import { builtInKind, kindOfCode, type NumberKind } from './workbookNumbers.ts'
import { partOf, readElements } from './workbookParts.ts'
import { unescapeText } from './workbookTexts.ts'

export type BookSheet = { name: string; path: string; bytes: number; isHidden: boolean }
/**
 * A workbook without its rows. `kinds` contains the number kind of each cell style. `textsPath` is the part with the
 * shared strings; undefined if there is none.
 */
export type Book = {
  sheets: BookSheet[]
  is1904: boolean
  kinds: NumberKind[]
  textsPath: string | undefined
}

const MAX_NAME_CHARS = 100

/** Reads the workbook's parts other than its rows. @throws {UnreadableFileError} */
export async function readBook(file: string, archive: Archive): Promise<Book> {
  const main = firstOf(await readRelations(archive, ''), 'officedocument') ?? 'xl/workbook.xml'
  const part = partOf(archive, main)
  if (!part) throw damaged(file)
  const relations = await readRelations(archive, main)
  const styles = firstOf(relations, 'styles')
  return {
    ...(await readSheets(file, archive, part, relations)),
    kinds: await readNumberKinds(styles === undefined ? undefined : partOf(archive, styles)),
    textsPath: firstOf(relations, 'sharedstrings'),
  }
}

/** Relations by their ids. */
type Relations = Map<string, { type: string; path: string }>

const firstOf = (relations: Relations, wanted: string) =>
  [...relations.values()].find(({ type }) => type === wanted)?.path

/** Reads the relations of a part; '' stands for the whole package. */
async function readRelations(archive: Archive, path: string): Promise<Relations> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const relations: Relations = new Map()
  const part = partOf(archive, `${folder}_rels/${path.slice(folder.length)}.rels`)
  await readElements(part, (name, { Id: id, Type: type = '', Target: target = '', TargetMode: mode }) => {
    if (name !== 'Relationship' || !id || mode === 'External' || relations.size > limits.maxSheets * 4) return
    const last = type.slice(type.lastIndexOf('/') + 1).toLowerCase()
    relations.set(id, { type: last, path: target.startsWith('/') ? target.slice(1) : `${folder}${target}` })
  })
  return relations
}

async function readSheets(
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
    const found = partOf(archive, relation.path)
    if (!found || sheets.length >= limits.maxSheets) throw damaged(file)
    const name = shownName(unescapeText(attributes.name ?? '')).slice(0, MAX_NAME_CHARS)
    const isHidden = ['hidden', 'veryHidden'].includes(attributes.state ?? '')
    sheets.push({ name, path: relation.path, bytes: found.bytes, isHidden })
  })
  if (sheets.length === 0) throw new UnreadableFileError(file, 'no tiene ninguna hoja')
  return { sheets, is1904 }
}

/** Reads the kind of number for each cell style. */
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
        kinds.push(codes.get(id) ?? builtInKind(id))
    },
    (name) => {
      if (name === 'cellXfs') isInCells = false
    },
  )
  return kinds
}
