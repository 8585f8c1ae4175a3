import type { RowLocation } from './problems.ts'
import { type RecordOf, sheetFields } from './sheetFields.ts'

export type Scope = { rbd: string | null; year: number | null }

export type SheetName = keyof typeof sheetFields
/** The type of a record, by the name of its sheet. */
export type Records = { [Name in SheetName]: RecordOf<(typeof sheetFields)[Name]> }
export type FieldOf<Name extends SheetName> = keyof Records[Name] & string
/** A field of any record. */
export type Field = { [Name in SheetName]: FieldOf<Name> }[SheetName]

export const sheetNames = Object.keys(sheetFields) as SheetName[]

/** False for guardians, who belong to no school because they may have children in several. */
export const hasSchool = (sheet: SheetName): boolean => 'rbd' in sheetFields[sheet]
export const hasYear = (sheet: SheetName): boolean => 'year' in sheetFields[sheet]

/**
 * `omitted` lists the fields for which the file has no column. The import keeps their live values; a new row
 * gets the record's value, which is that of a blank cell.
 */
export type Placed<R> = { location: RowLocation; record: R; omitted?: readonly Field[] }

/** The headers that a file has for the columns of a sheet, by the column's name in the template. */
export type WrittenHeaders = ReadonlyMap<string, string>

/** Valid rows of one sheet. If `headers` is set, all rows come from one file. */
export type Batch = {
  [Name in SheetName]: { sheet: Name; rows: Placed<Records[Name]>[]; headers?: WrittenHeaders }
}[SheetName]
