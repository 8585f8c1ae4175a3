import type { RowLocation } from '../../problems.ts'
import type { Batch, Field, Placed, Records, SheetName } from '../../sheetRecords.ts'
import { rosterColumns } from './rosterColumns.ts'

const ROWS_A_BATCH = 500

/** Gathers records of several sheets into batches. */
export type Output = {
  /** `omitted`: what this file has no place or column for. */
  add<Name extends SheetName>(
    sheet: Name,
    place: RowLocation,
    record: Records[Name],
    omitted?: readonly Field[],
  ): void
  /** The batches that are full. */
  full(): Batch[]
  /** What is left. */
  rest(): Batch[]
}

export function createOutput(): Output {
  const waiting = new Map<SheetName, Placed<Records[SheetName]>[]>()
  const take = (least: number): Batch[] => {
    const ripe = [...waiting].filter(([, rows]) => rows.length >= least)
    return ripe.map(([sheet, rows]) => {
      waiting.delete(sheet)
      return { sheet, rows, headers: rosterColumns.get(sheet) } as Batch
    })
  }
  return {
    add(sheet, { file, line }, record, omitted = []) {
      const rows = waiting.get(sheet) ?? []
      if (rows.length === 0) waiting.set(sheet, rows)
      rows.push({ place: { file, line }, record, omitted })
    },
    full: () => take(ROWS_A_BATCH),
    rest: () => take(1),
  }
}
