import { text } from 'node:stream/consumers'
import { Parser } from 'csv-parse'
import { neverEnds } from './batches.ts'
import { toUtf8 } from './encoding.ts'
import { limits } from './limits.ts'
import { readFirstRow } from './separator.ts'
import { type Row, UnreadableFileError } from './sheet.ts'
import type { OnProgress, Source } from './source.ts'

const UNCLOSED = 'unas comillas (") quedaron sin cerrar: ciérrelas o quítelas'

/**
 * A row is what a spreadsheet program shows as one, with the line breaks within its quotes, blank ones too, so that
 * `line` is the program's row number. @throws {UnreadableFileError}
 */
export async function* readCsv(source: Source, onProgress?: OnProgress): AsyncGenerator<Row[]> {
  const { file } = source
  const { separator, chunks } = await readFirstRow(toUtf8(file, source.read(onProgress)))
  const parser = createParser(separator)
  let line = 0
  let openBytes = 0
  const isWritten = createWrittenCells(source)
  async function numbered(records: string[][]): Promise<Row[]> {
    for (const [index, cells] of records.entries())
      for (const cell of cells)
        if (mayHoldRows(cell) && !(await isWritten(cell)))
          throw new UnreadableFileError(file, UNCLOSED, line + index + 1)
    return records.map((cells) => ({ line: ++line, cells }))
  }
  try {
    for await (const chunk of chunks) {
      const records = await parser.write(chunk)
      openBytes = records.length > 0 ? 0 : openBytes + chunk.length
      if (openBytes > limits.maxOpenBytes) throw neverEnds(file, line + 1)
      if (records.length > 0) yield await numbered(records)
    }
    yield await numbered(await parser.end())
  } catch (error) {
    if (error instanceof UnreadableFileError) {
      // The library holds the last row back until it has seen what comes after it.
      if (error.line === undefined) line += (await parser.end().catch(() => [])).length
      throw new UnreadableFileError(error.file, error.message, error.line ?? line + 1)
    }
    throw isOfQuotes(error) ? new UnreadableFileError(file, UNCLOSED, line + 1) : error
  }
}

const LINE_BREAK = /[\n\r]/

/** A text that begins with quotes, or quotes left open, which take the rows up to the next ones for their own. */
const mayHoldRows = (cell: string) => cell.startsWith('"') && LINE_BREAK.test(cell)

/** Whether such a cell is written as one with quotes in it: asked of all of them, in their order. */
function createWrittenCells({ file, read }: Source): (cell: string) => Promise<boolean> {
  let whole: string | undefined
  let at = 0
  return async (cell) => {
    whole ??= await text(toUtf8(file, read()))
    at = whole.indexOf(`"${cell.replaceAll('"', '""')}"`, at)
    return at !== -1
  }
}

const isOfQuotes = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED'

const options = { relax_column_count: true, relax_quotes: true, record_delimiter: ['\r\n', '\n', '\r'] }

/** The library's stream, one piece at a time: asking it for each row takes twice as long. */
function createParser(delimiter: string) {
  let records: string[][] = []
  const on_record = (record: string[]) => {
    records.push(record)
    // Always the first one to the library: it makes an error of each row whose length is not the first one's, which
    // takes ten times as long as the row, and then passes over it.
    Object.assign(parser.info, { records: 0 })
    return null
  }
  const parser = new Parser({ delimiter, ...options, on_record })
  parser.resume()
  parser.on('error', () => {}) // whoever writes hears of it
  const take = () => {
    const taken = records
    records = []
    return taken
  }
  return {
    write: (chunk: Buffer) =>
      new Promise<string[][]>((resolve, reject) => {
        parser.write(chunk, (error) => (error ? reject(error) : resolve(take())))
      }),
    end: () =>
      new Promise<string[][]>((resolve, reject) => {
        parser.once('error', reject)
        parser.once('end', () => resolve(take()))
        parser.end()
      }),
  }
}
