import type { Field, FieldOf, Records, SheetName } from '../sheetRecords.ts'
import type { CellType, Refuse } from './cellType.ts'

export type Column<T = unknown, Required extends boolean = boolean> = Details & {
  kind: CellType<T>
  isRequired: Required
  /** What it says, for the secretary. */
  explanation: string
  /** Also the cell of the template's row; the examples of a sheet, and of all sheets, belong together. */
  example: string
}

type Details = {
  /** Other headers that schools write. */
  synonyms?: readonly string[]
  /** Of an example that does not go with the row's others. */
  isBlankInTemplate?: boolean
  /** Of a required column: its cells may be blank, and that says something. */
  mayBeBlank?: true
  /** What a blank cell lacks, where that is more than a datum. */
  ifBlank?: string
  /** Where more is to be said of it than yes or no. */
  requirement?: string
}

type Columns = Record<string, Column>

/** Of a row that read well, by column: an optional one that is blank or missing is null. */
export type ValuesOf<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<infer T, true>
    ? T
    : C[Name] extends Column<infer T>
      ? T | null
      : never
}

/** The row that is being read. */
export type Row<Name extends string = string> = {
  /** Tells a problem of that column, or of the other where the sheet lacks it. */
  at(column: Name, otherwise?: Name): Refuse
  warn(column: Name, message: string, expected?: string): void
  has(column: Name): boolean
  /** 1 for the first row with this key in its sheet. */
  count(key: string): number
}

export type SheetFormat<Name extends SheetName = SheetName> = {
  name: Name
  explanation: string
  columns: Columns
  /** Of each column, the record's field that it fills; null for one that only helps to read another. */
  fields: Record<string, Field | null>
  /** Headers that are known and not imported. */
  unused: readonly string[]
  /** One of them must be there. */
  oneOf: readonly string[]
  /** By which rows of other sheets may name the row with these cells; `cell` is trimmed, '' where there is none. */
  names?(cell: (column: string) => string): string[]
  /** `values` are the next row's after this: nothing may keep the object. Undefined after a problem was told. */
  toRecord(values: Record<string, unknown>, row: Row): Records[Name] | undefined
}

export const required = <T>(
  kind: CellType<T>,
  explanation: string,
  example: string,
  details: Details = {},
): Column<T, true> => ({ kind, isRequired: true, explanation, example, ...details })

export const optional = <T>(
  kind: CellType<T>,
  explanation: string,
  example: string,
  details: Details = {},
): Column<T, false> => ({ kind, isRequired: false, explanation, example, ...details })

type Sheet<Name extends SheetName, C extends Columns> = {
  name: Name
  explanation: string
  columns: C
  fields: { [Column in keyof C]: FieldOf<Name> | null }
  unused?: readonly string[]
  oneOf?: readonly (keyof C & string)[]
  names?(cell: (column: keyof C & string) => string): string[]
  toRecord(values: ValuesOf<C>, row: Row<keyof C & string>): Records[Name] | undefined
}

/** One truth for reading, for the template and for what explains it. */
export const defineSheet = <Name extends SheetName, C extends Columns>(
  sheet: Sheet<Name, C>,
): SheetFormat<Name> & { columns: C } =>
  ({ unused: [], oneOf: [], ...sheet }) as SheetFormat<Name> & { columns: C }

/** Fields that the sheet lacks a column for, or one of several. */
export function omittedFields({ columns, fields }: SheetFormat, has: (column: string) => boolean): Field[] {
  const missing = Object.keys(columns).filter((name) => !columns[name]?.isRequired && !has(name))
  const omitted = missing.map((name) => fields[name]).filter((field) => field != null)
  return [...new Set(omitted)]
}

/** Without those that say which school and year, where they are only for sets of several. */
export const templateColumns = ({ columns }: SheetFormat): [name: string, column: Column][] =>
  Object.entries(columns).filter(([name, { isRequired }]) => isRequired || !['rbd', 'anio'].includes(name))
