import type { CellType } from '../formats/cellType.ts'
import { readRecords } from '../formats/read.ts'
import type { RequestedScope } from '../formats/reader.ts'
import type { Problem, Report } from '../problems.ts'
import { type Field, type Records, type SheetName, sheetNames } from '../sheetRecords.ts'
import type { Sheet } from '../sheets/sheet.ts'

/** Returns a sheet in a file of that name. The first row is the header; rows are read in batches of two. */
export function sheetOf(file: string, rows: string[][]): Sheet {
  const name = file.replace(/^.*[/›]\s?/, '').replace(/\.\w+$/, '')
  return {
    ...{ file, name, bytes: rows.length },
    async *rows(onProgress) {
      for (let index = 0; index < rows.length; index += 2) {
        yield rows.slice(index, index + 2).map((cells, offset) => ({ line: index + offset + 1, cells }))
        onProgress?.(Math.min(index + 2, rows.length))
      }
    },
  }
}

/** Returns a sheet from a CSV text without quotes. */
export const csvOf = (file: string, text: string, separator = ','): Sheet =>
  sheetOf(
    file,
    text
      .trim()
      .split('\n')
      .map((line) => line.trim().split(separator)),
  )

export type Read = {
  records: { [Name in SheetName]: Records[Name][] }
  /** For each record, the fields for which its sheet has no column. */
  omitted: { [Name in SheetName]: (readonly Field[])[] }
  problems: Problem[]
  warnings: Problem[]
}

export async function readSheets(
  sheets: Sheet[],
  requested: RequestedScope = { rbd: null, year: null },
  onProgress?: (bytes: number) => void,
): Promise<Read> {
  const lists = () => Object.fromEntries(sheetNames.map((name) => [name, []]))
  const records = lists() as unknown as Read['records']
  const omitted = lists() as unknown as Read['omitted']
  const read: Read = { records, omitted, problems: [], warnings: [] }
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
