import { text } from 'node:stream/consumers'
import { Parser } from 'csv-parse'
import { unclosedError } from './batches.ts'
import { toUtf8 } from './encoding.ts'
import { limits } from './limits.ts'
import { detectSeparator } from './separator.ts'
import { type Row, UnreadableFileError } from './sheet.ts'
import type { OnProgress, Source } from './source.ts'

const UNCLOSED_QUOTE_MESSAGE = 'unas comillas (") quedaron sin cerrar: ciérrelas o quítelas'

/**
 * Yields the rows as a spreadsheet program shows them: a cell may contain line breaks, and blank rows are counted, so
 * that `line` is the program's row number.
 * @throws {UnreadableFileError}
 */
export async function* readCsv(source: Source, onProgress?: OnProgress): AsyncGenerator<Row[]> {
  const { file } = source
  const { separator, chunks } = await detectSeparator(toUtf8(file, source.read(onProgress)))
  const parser = createParser(separator)
  let line = 0
  let openBytes = 0
  const isWritten = createQuotedTextCheck(source)
  async function numberRows(records: string[][]): Promise<Row[]> {
    for (const [index, cells] of records.entries())
      for (const cell of cells)
        if (mayHaveAbsorbedRows(cell) && !(await isWritten(cell)))
          throw new UnreadableFileError(file, UNCLOSED_QUOTE_MESSAGE, line + index + 1)
    return records.map((cells) => ({ line: ++line, cells }))
  }
  try {
    for await (const chunk of chunks) {
      const records = await parser.write(chunk)
      openBytes = records.length > 0 ? 0 : openBytes + chunk.length
      if (openBytes > limits.maxOpenBytes) throw unclosedError(file, line + 1)
      if (records.length > 0) yield await numberRows(records)
    }
    yield await numberRows(await parser.end())
  } catch (error) {
    if (error instanceof UnreadableFileError) {
      // The library withholds the last row until it has read the next one.
      if (error.line === undefined) line += (await parser.end().catch(() => [])).length
      throw new UnreadableFileError(error.file, error.message, error.line ?? line + 1)
    }
    throw isQuoteError(error) ? new UnreadableFileError(file, UNCLOSED_QUOTE_MESSAGE, line + 1) : error
  }
}

const LINE_BREAK = /[\n\r]/

/** True for a cell that begins with a quote and has line breaks: its text does, or an unclosed quote absorbed rows. */
const mayHaveAbsorbedRows = (cell: string) => cell.startsWith('"') && LINE_BREAK.test(cell)

/**
 * Returns a function that tells whether the file contains a cell as a correctly quoted text. Call it for cells in the
 * order of the file, since each search begins where the last one ended.
 */
function createQuotedTextCheck({ file, read }: Source): (cell: string) => Promise<boolean> {
  let decoded: string | undefined
  let at = 0
  return async (cell) => {
    decoded ??= await text(toUtf8(file, read()))
    at = decoded.indexOf(`"${cell.replaceAll('"', '""')}"`, at)
    return at !== -1
  }
}

const isQuoteError = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED'

const parserOptions = { relax_column_count: true, relax_quotes: true, record_delimiter: ['\r\n', '\n', '\r'] }

/** Returns a parser that takes chunks and returns the rows ending in each: requesting single rows is much slower. */
function createParser(delimiter: string) {
  let records: string[][] = []
  const on_record = (record: string[]) => {
    records.push(record)
    // Make every row look like the first one: the library creates an error for each row of a different length,
    // which is slow, and then ignores the error.
    Object.assign(parser.info, { records: 0 })
    return null
  }
  const parser = new Parser({ delimiter, ...parserOptions, on_record })
  parser.resume()
  parser.on('error', () => {}) // `write` and `end` report the error
  const take = () => {
    const readyRecords = records
    records = []
    return readyRecords
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
