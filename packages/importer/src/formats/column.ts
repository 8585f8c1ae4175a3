import type { Field, FieldOf, Records, SheetName } from '../sheetRecords.ts'
import type { CellType, Refuse } from './cellType.ts'

/** A column of a sheet; the value of a valid cell has the type `T`. */
export type Column<T = unknown, Required extends boolean = boolean> = ColumnDetails & {
  kind: CellType<T>
  isRequired: Required
  /** The meaning of the column, for the secretary. */
  explanation: string
  /** An example, for the explanation and the template's row. The examples of all sheets form a consistent school. */
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
  /** The text under 'Obligatoria' in the explanation, if it should say more than yes or no. */
  requirement?: string
}

type Columns = Record<string, Column>

/** The parsed values of a valid row, by column; null for a blank or missing optional column. */
type ParsedValues<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<infer T, true>
    ? T
    : C[Name] extends Column<infer T>
      ? T | null
      : never
}

/** What the format of a sheet can ask and report about the row that is being read. */
export type FormatRow<Name extends string = string> = {
  /** Returns a function that reports a problem in that column, or in `otherwise` if the sheet lacks the column. */
  refuseAt(column: Name, otherwise?: Name): Refuse
  warn(column: Name, message: string, expected?: string): void
  has(column: Name): boolean
  /** Returns how many rows of the sheet have had this key so far, including this row. Call it once for each row. */
  count(key: string): number
}

export type SheetFormat<Name extends SheetName = SheetName> = {
  name: Name
  explanation: string
  columns: Columns
  /**
   * The record's field that each column fills; null if the column only helps to read another column. The columns of the
   * row's school and year are not listed, except the establishment's own `rbd`: they do not count as omitted if missing.
   */
  fields: Record<string, Field | null>
  /** Known headers that are not imported. */
  unused: readonly string[]
  /** The sheet must have at least one of these columns, unless the list is empty. */
  oneOf: readonly string[]
  /** Returns the names by which other sheets may refer to a row; `cell` returns a column's trimmed cell or ''. */
  names?(cell: (column: string) => string): string[]
  /** Converts values into a record; undefined after a problem. Do not keep `values`, which the next row reuses. */
  toRecord(values: Record<string, unknown>, row: FormatRow): Records[Name] | undefined
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
type FieldOfColumn<Column, F> = Column extends keyof typeof SCOPE_FIELDS
  ? (typeof SCOPE_FIELDS)[Column]
  : Column extends keyof F
    ? Extract<F[Column], string>
    : never

/** The definition of a sheet: `names`, `fields`, `unused` and `oneOf` as in `SheetFormat`. */
type SheetDefinition<Name extends SheetName, C extends Columns, F> = {
  name: Name
  explanation: string
  columns: C
  fields: F
  unused?: readonly string[]
  oneOf?: readonly (keyof C & string)[]
  names?(cell: (column: keyof C & string) => string): string[]
  /** Converts a row into a record. `filled` has the row's values by the record's fields, with its school and year. */
  toRecord(
    filled: { [Column in keyof C as FieldOfColumn<Column, F>]: ParsedValues<C>[Column] },
    values: ParsedValues<C>,
    row: FormatRow<keyof C & string>,
  ): Records[Name] | undefined
}

/** The record's fields that the columns of a row's school and year fill. */
const SCOPE_FIELDS = { rbd: 'rbd', anio: 'year' } as const

/** Returns the format of a sheet, by which it is read, and by which its template and explanation are written. */
export function defineSheet<
  Name extends SheetName,
  C extends Columns,
  const F extends { [Column in Exclude<keyof C, keyof typeof SCOPE_FIELDS>]: FieldOf<Name> | null },
>(sheet: SheetDefinition<Name, C, F>): SheetFormat<Name> & { columns: C } {
  const fields = Object.entries<string | null>({ ...sheet.fields, ...SCOPE_FIELDS })
  const filling = fields.filter(([column, field]) => column in sheet.columns && field !== null)
  const toRecord = (values: Record<string, unknown>, row: FormatRow) => {
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

/** Returns the template's columns: all except optional `rbd` and `anio`, which only several schools or years need. */
export const templateColumns = ({ columns }: SheetFormat): [name: string, column: Column][] =>
  Object.entries(columns).filter(([name, { isRequired }]) => isRequired || !['rbd', 'anio'].includes(name))

/** The template's example row, by column. */
export const exampleRow = (format: SheetFormat): [name: string, text: string][] =>
  templateColumns(format).map(([name, { example, isBlankInTemplate }]) => [
    name,
    isBlankInTemplate ? '' : example,
  ])

/** The numbers of the examples' school, student, guardian and teacher, which no real school or person has. */
const INVENTED_NUMBERS = ['90020', '40318926', '42456123', '43001122']

/** Whether the template's example row cannot be a row of a real school. */
export const hasInventedExample = (format: SheetFormat): boolean =>
  exampleRow(format).some(([, text]) => INVENTED_NUMBERS.includes(text))
