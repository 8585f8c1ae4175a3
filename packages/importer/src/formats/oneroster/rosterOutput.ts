import type { RowLocation } from '../../problems.ts'
import type { Batch, Field, Placed, Records, SheetName } from '../../sheetRecords.ts'
import { rosterColumns } from './rosterColumns.ts'

const ROWS_PER_BATCH = 500

/** Collects records of several sheets into batches. */
export type RosterOutput = {
  /** `omitted` lists the fields that the roster does not state; the import keeps their values in the database. */
  add<Name extends SheetName>(
    sheet: Name,
    location: RowLocation,
    record: Records[Name],
    omitted?: readonly Field[],
  ): void
  /** Removes and returns the batches that are full. */
  full(): Batch[]
  /** Removes and returns all remaining batches. */
  rest(): Batch[]
}

export function createOutput(): RosterOutput {
  const collected = new Map<SheetName, Placed<Records[SheetName]>[]>()
  const takeBatches = (least: number): Batch[] => {
    const ready = [...collected].filter(([, rows]) => rows.length >= least)
    return ready.map(([sheet, rows]) => {
      collected.delete(sheet)
      return { sheet, rows, headers: rosterColumns.get(sheet) } as Batch
    })
  }
  return {
    add(sheet, { file, line }, record, omitted = []) {
      const rows = collected.get(sheet) ?? []
      if (rows.length === 0) collected.set(sheet, rows)
      rows.push({ location: { file, line }, record, omitted })
    },
    full: () => takeBatches(ROWS_PER_BATCH),
    rest: () => takeBatches(1),
  }
}
