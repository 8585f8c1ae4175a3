import type { CellType } from '../formats/cellType.ts'
import { readRecords } from '../formats/read.ts'
import type { RequestedScope } from '../formats/reader.ts'
import type { Problem, Report } from '../problems.ts'
import { type Field, type Records, type SheetName, sheetNames } from '../sheetRecords.ts'
import type { Sheet } from '../sheets/sheet.ts'

/** Returns a sheet with these rows, in a file of that name. The first row is on line 1; batches have two rows. */
export function sheetOf(file: string, rows: string[][]): Sheet {
  const name = file.replace(/^.*[/›]\s?/, '').replace(/\.\w+$/, '')
  return {
    file,
    name,
    bytes: rows.length,
    async *rows(onProgress) {
      for (let index = 0; index < rows.length; index += 2) {
        yield rows.slice(index, index + 2).map((cells, offset) => ({ line: index + offset + 1, cells }))
        onProgress?.(Math.min(index + 2, rows.length))
      }
    },
  }
}

/** Returns a sheet with the rows of a CSV text, which has no quotes, in a file of that name. */
export const sheetOfCsv = (file: string, text: string, separator = ','): Sheet =>
  sheetOf(
    file,
    text
      .trim()
      .split('\n')
      .map((line) => line.trim().split(separator)),
  )

/** What was read from sheets, and what was reported meanwhile. */
export type ReadResult = {
  records: { [Name in SheetName]: Records[Name][] }
  /** For each record, the fields for which its sheet has no column. */
  omitted: { [Name in SheetName]: (readonly Field[])[] }
  problems: Problem[]
  warnings: Problem[]
}

/** Reads sheets as an import does, and collects the records. */
export async function readSheets(
  sheets: Sheet[],
  requested: RequestedScope = { rbd: null, year: null },
  onProgress?: (bytes: number) => void,
): Promise<ReadResult> {
  const lists = () => Object.fromEntries(sheetNames.map((name) => [name, []]))
  const records = lists() as unknown as ReadResult['records']
  const omitted = lists() as unknown as ReadResult['omitted']
  const read: ReadResult = { records, omitted, problems: [], warnings: [] }
  const report: Report = {
    problem: (problem) => void read.problems.push(problem),
    warning: (problem) => void read.warnings.push(problem),
    leftOut() {},
  }
  for await (const { sheet, rows } of readRecords(sheets, requested, report, onProgress)) {
    const list: unknown[] = records[sheet]
    list.push(...rows.map(({ record }) => record))
    omitted[sheet].push(...rows.map((row) => row.omitted ?? []))
  }
  return read
}

/** Returns the value of a cell, or its first problem: 'message (expected)'. */
export function parseCell<T>(kind: CellType<T>, text: string): T | string {
  const refusals: string[] = []
  const value = kind.parse(text, (message, expected) => {
    refusals.push(expected === undefined ? message : `${message} (${expected})`)
    return undefined
  })
  return refusals[0] ?? (value as T)
}
