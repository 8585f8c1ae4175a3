import { createSheet, type RowBudget } from '../batches.ts'
import { toUtf8 } from '../encoding.ts'
import { limits } from '../limits.ts'
import { type Row, type Sheet, UnreadableFileError } from '../sheet.ts'
import { type OnProgress, readHead, type Source } from '../source.ts'
import { shownName } from '../unreadableFile.ts'
import { decodeUtf8 } from './markup.ts'
import { createTableReader, type Table } from './tables.ts'

const NO_TABLE_MESSAGE = 'es una página web sin ninguna tabla: descargue la planilla de nuevo'

/**
 * Opens the tables of a page as sheets: those with several rows and several columns or, if there are none, all that are
 * not empty. The `line` of a row is its number in its table.
 * @throws {UnreadableFileError}
 */
export async function openHtml(source: Source, name: string, budget: RowBudget): Promise<Sheet[]> {
  const encoding = await readDeclaredEncoding(source)
  const found = await listTables(source, encoding)
  const large = found.filter(({ rows, columns }) => rows > 1 && columns > 1)
  const tables = large.length > 0 ? large : found
  if (tables.length === 0) throw new UnreadableFileError(source.file, NO_TABLE_MESSAGE)
  return tables.map(({ table: { index, title } }) => {
    const sheetName = shownName(title) || `tabla ${index + 1}`
    const isOnly = tables.length === 1
    const known = isOnly
      ? { file: source.file, name }
      : { file: `${source.file} › ${sheetName}`, name: sheetName }
    const share = (bytes: number) => Math.floor(bytes / tables.length)
    return createSheet({ ...known, bytes: share(source.bytes) }, budget, (onProgress) =>
      readTable(source, encoding, index, (bytes) => onProgress?.(share(bytes))),
    )
  })
}

const DECLARED_CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i

/** Returns the page's declared encoding; undefined for UTF-8, which is often declared wrongly, and for UTF-16. */
async function readDeclaredEncoding(source: Source): Promise<string | undefined> {
  const [, label] = DECLARED_CHARSET.exec((await readHead(source)).toString('latin1')) ?? []
  try {
    const { encoding } = new TextDecoder(label)
    return encoding.startsWith('utf-') ? undefined : encoding
  } catch {
    return undefined
  }
}

async function* readTableRows(
  source: Source,
  encoding: string | undefined,
  onProgress?: OnProgress,
): AsyncGenerator<{ table: Table; row: Row }[]> {
  let read: { table: Table; row: Row }[] = []
  const reader = createTableReader(source.file, (table, row) => read.push({ table, row }))
  for await (const text of decodeUtf8(toUtf8(source.file, source.read(onProgress), encoding))) {
    reader.write(text)
    yield read
    read = []
  }
  reader.end()
  yield read
}

type MeasuredTable = { table: Table; rows: number; columns: number }

/** Returns the non-empty tables that contain no others, with the numbers of their filled rows and columns. */
async function listTables(source: Source, encoding: string | undefined): Promise<MeasuredTable[]> {
  const found = new Map<Table, MeasuredTable>()
  for await (const read of readTableRows(source, encoding)) {
    for (const { table, row } of read) {
      if (row.cells.every((cell) => cell.trim() === '')) continue
      const { rows, columns } = found.get(table) ?? { rows: 0, columns: 0 }
      found.set(table, { table, rows: rows + 1, columns: Math.max(columns, row.cells.length) })
    }
    if (found.size > limits.maxTables)
      throw new UnreadableFileError(
        source.file,
        `tiene más de ${limits.maxTables} tablas: deje solo la planilla`,
      )
  }
  return [...found.values()].filter(({ table }) => !table.holdsTables)
}

async function* readTable(
  source: Source,
  encoding: string | undefined,
  index: number,
  onProgress: OnProgress,
): AsyncGenerator<Row[]> {
  for await (const read of readTableRows(source, encoding, onProgress))
    yield read.filter(({ table }) => table.index === index).map(({ row }) => row)
}
