import type { Field, FieldOf, Records, SheetName } from '../sheetRecords.ts'
import type { CellType, Refuse } from './cellType.ts'

export type Column<T = unknown, Required extends boolean = boolean> = ColumnDetails & {
  kind: CellType<T>
  isRequired: Required
  /** The meaning of the column, for the secretary. */
  explanation: string
  /**
   * An example of a value. It is the cell in the template's example row; the examples of all sheets together form a
   * consistent school.
   */
  example: string
}

type ColumnDetails = {
  /** Other headers that schools use for the column. */
  synonyms?: readonly string[]
  /** True if the example does not fit the other examples of the row; the template's cell is then blank. */
  isBlankInTemplate?: boolean
  /** True if a required column may have blank cells, which have a meaning of their own. */
  mayBeBlank?: true
  /** The message for a blank cell, if it should say more than that the value is missing. */
  ifBlank?: string
  /** The text of the column 'Obligatoria', if it should say more than yes or no. */
  requirement?: string
}

type Columns = Record<string, Column>

/** The parsed values of a valid row, by column; null for a blank or missing optional column. */
type ValuesOf<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<infer T, true>
    ? T
    : C[Name] extends Column<infer T>
      ? T | null
      : never
}

/** The row that is being read, as the formats of the sheets see it. */
export type Row<Name extends string = string> = {
  /** Returns a function that reports a problem in that column, or in `otherwise` if the sheet lacks the column. */
  refuseAt(column: Name, otherwise?: Name): Refuse
  warn(column: Name, message: string, expected?: string): void
  has(column: Name): boolean
  /** Counts the rows with this key so far in the sheet, including this row. */
  count(key: string): number
}

export type SheetFormat<Name extends SheetName = SheetName> = {
  name: Name
  explanation: string
  columns: Columns
  /**
   * The record's field that each column fills; null if the column only helps to read another column. The columns of the
   * row's school and year are not listed, because they do not count as omitted if they are missing.
   */
  fields: Record<string, Field | null>
  /** Known headers that are not imported. */
  unused: readonly string[]
  /** The sheet must have at least one of these columns. */
  oneOf: readonly string[]
  /**
   * The names by which rows of other sheets may refer to this row; `cell` returns a trimmed cell, '' if there
   * is none.
   */
  names?(cell: (column: string) => string): string[]
  /**
   * Converts a row's values into a record; undefined after a reported problem. Do not keep `values`: the object is
   * reused for the next row.
   */
  toRecord(values: Record<string, unknown>, row: Row): Records[Name] | undefined
}

export const required = <T>(
  kind: CellType<T>,
  explanation: string,
  example: string,
  details: ColumnDetails = {},
): Column<T, true> => ({ kind, isRequired: true, explanation, example, ...details })

export const optional = <T>(
  kind: CellType<T>,
  explanation: string,
  example: string,
  details: ColumnDetails = {},
): Column<T, false> => ({ kind, isRequired: false, explanation, example, ...details })

/** The record's field that a column fills; `never` if the column only helps to read another column. */
type FieldOfColumn<Column, F> = Column extends keyof typeof SCOPE
  ? (typeof SCOPE)[Column]
  : Column extends keyof F
    ? Extract<F[Column], string>
    : never

type Sheet<Name extends SheetName, C extends Columns, F> = {
  name: Name
  explanation: string
  columns: C
  fields: F
  unused?: readonly string[]
  oneOf?: readonly (keyof C & string)[]
  names?(cell: (column: keyof C & string) => string): string[]
  /**
   * Converts a row into a record. `filled` contains the row's values by the record's fields, with its school and year.
   */
  toRecord(
    filled: { [Column in keyof C as FieldOfColumn<Column, F>]: ValuesOf<C>[Column] },
    values: ValuesOf<C>,
    row: Row<keyof C & string>,
  ): Records[Name] | undefined
}

/** The fields that the columns of a row's school and year fill. */
const SCOPE = { rbd: 'rbd', anio: 'year' } as const

/** Defines the columns of a sheet, for reading, for the template and for its explanation. */
export function defineSheet<
  Name extends SheetName,
  C extends Columns,
  const F extends { [Column in Exclude<keyof C, keyof typeof SCOPE>]: FieldOf<Name> | null },
>(sheet: Sheet<Name, C, F>): SheetFormat<Name> & { columns: C } {
  const fields = Object.entries<string | null>({ ...sheet.fields, ...SCOPE })
  const filling = fields.filter(([column, field]) => column in sheet.columns && field !== null)
  const toRecord = (values: Record<string, unknown>, row: Row) => {
    const filled: Record<string, unknown> = {}
    for (const [column, field] of filling) filled[field as string] = values[column]
    return sheet.toRecord(filled as never, values as never, row)
  }
  return { unused: [], oneOf: [], ...sheet, toRecord } as unknown as SheetFormat<Name> & { columns: C }
}

/** Returns the record's optional fields for which the delivered sheet lacks the column, or one of several columns. */
export function omittedFields({ columns, fields }: SheetFormat, has: (column: string) => boolean): Field[] {
  const missing = Object.keys(columns).filter((name) => !columns[name]?.isRequired && !has(name))
  const omitted = missing.map((name) => fields[name]).filter((field) => field != null)
  return [...new Set(omitted)]
}

/** The template's columns, without optional `rbd` and `anio`: only sheets of several schools or years need them. */
export const templateColumns = ({ columns }: SheetFormat): [name: string, column: Column][] =>
  Object.entries(columns).filter(([name, { isRequired }]) => isRequired || !['rbd', 'anio'].includes(name))
