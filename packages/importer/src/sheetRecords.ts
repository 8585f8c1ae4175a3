import { type RecordOf, sheetFields } from './sheetFields.ts'

/** The school and year of a row; null if the row does not state them. */
export type Scope = { rbd: string | null; year: number | null }

export type SheetName = keyof typeof sheetFields
/** The type of a record, by the name of its sheet. */
export type Records = { [Name in SheetName]: RecordOf<(typeof sheetFields)[Name]> }
export type FieldOf<Name extends SheetName> = keyof Records[Name] & string
/** A field of any record. */
export type Field = { [Name in SheetName]: FieldOf<Name> }[SheetName]

export const sheetNames = Object.keys(sheetFields) as SheetName[]

/** Whether records of the sheet have a school: all except guardians, who may have children in several schools. */
export const hasSchool = (sheet: SheetName): boolean => 'rbd' in sheetFields[sheet]
export const hasYear = (sheet: SheetName): boolean => 'year' in sheetFields[sheet]

/** A row's position as the secretary sees it: in 'alumnos.csv' or 'colegio.xlsx › Alumnos'; lines count from 1. */
export type RowLocation = { file: string; line: number }

/**
 * A record with the position of its row. `omitted` lists the fields for which the file has no column: the import keeps
 * their live values; a new row gets the record's value, which is that of a blank cell.
 */
export type PlacedRecord<R> = { location: RowLocation; record: R; omitted?: readonly Field[] }

/** The headers that a file has for the columns of a sheet, by the column's name in the template. */
export type WrittenHeaders = ReadonlyMap<string, string>

/** Valid records of one sheet. If `headers` is set, all of them come from one file. */
export type Batch = {
  [Name in SheetName]: { sheet: Name; rows: PlacedRecord<Records[Name]>[]; headers?: WrittenHeaders }
}[SheetName]
