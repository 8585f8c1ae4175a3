import type pg from 'pg'
import type { SheetName } from '../sheetRecords.ts'

/** The part of the files and of the database that a statement applies to: one school, or all schools. */
export type SchoolFilter = {
  /** Returns the SQL condition that `column`, a column of a staged table with RBDs, contains the school's RBD. */
  isOfSchool: (column: string) => string
  /** SQL condition that limits the live table `live` to the school. */
  liveIsOfSchool: string
}

/** A filter that selects the files' rows and the live rows of all schools. */
export const allSchools: SchoolFilter = { isOfSchool: () => 'true', liveIsOfSchool: 'true' }

/**
 * Defines how one kind of rows is merged from the staged sheets into its table. The rows that the sheets state (alias
 * `wanted`) are joined with the rows in the database (alias `live`) by the key; differences are written.
 */
export type Merge = {
  /** The name of the kind of rows, which the operator sees. */
  name: string
  /** The sheet of the rows; the merge is skipped if the sheet was not delivered. */
  sheet: SheetName
  table: string
  /** SQL that selects the wanted rows with `originColumns`, the columns of `key` and all columns that `values` uses. */
  wanted: (filter: SchoolFilter) => string
  /** The columns that join a wanted row to its live row. If the key contains an id, it is null in a new wanted row. */
  key: string[]
  /** The columns of the key in which two nulls count as equal. */
  nullable?: string[]
  /** An additional SQL condition for the join of `wanted` and `live`. */
  joinsIf?: string
  /** The columns that identify a live row; by default those of the key. */
  identity?: string[]
  /**
   * The columns to write, with SQL expressions of `wanted` and `live` for their values. For a new row, the columns of
   * `live` are null; otherwise `live.is_live` is true.
   */
  values: Record<string, string>
  /**
   * Replaces values at the moment of writing, by expressions of `change` (the temporary table with the differences) and
   * `live`: between the comparison and the write, which may be minutes apart, a sign-in or a blocked access may have
   * changed the row.
   */
  latest?: Record<string, string>
  /**
   * A unique column whose values may move between rows; the table must have an `id`. Rows that give up a value
   * first receive the value of `temporary`, and then their new value.
   */
  swapped?: { column: string; temporary: string }
  /** SQL condition on `live` for the live rows to end, since the sheets omit them. Without `end`, they are deleted. */
  ended?: (filter: SchoolFilter) => string
  /**
   * SQL condition on `live` for further rows to end, if the operator has declared that the sheet contains everything
   * about its students, days and courses.
   */
  endedIfComplete?: (filter: SchoolFilter) => string
  /** SQL that selects an `EndedRow` for each row of the live table `live` that `condition` selects. */
  endedRows?: (condition: string) => string
  /** The rows of another merge to delete with an ended row: its name and table, and the SQL condition that joins them. */
  dependents?: { kind: string; table: string; isOfRow: string }
  /** The columns that end a row, null before, with SQL expressions for their values; without them, it is deleted. */
  end?: Record<string, string>
  /** SQL that writes the ids of new rows into a temporary `known_` table, by which later merges refer to them. */
  recordIds?: (filter: SchoolFilter) => string
  /** Called before the rows of the table `change` are written; fills in columns that SQL cannot compute. */
  prepare?: (client: pg.ClientBase) => Promise<void>
}

/** Returns the option `swapped` of a merge for a text column. The temporary value is a text that no sheet contains. */
export const swappedTextColumn = (column: string) => ({ column, temporary: `'~' || live.id` })

/** The columns of a staged row that its wanted row includes: its position, and its omitted fields. */
export const originColumns = 'sheet.file, sheet.line, sheet.omitted'
/** The same columns, all null, for wanted rows that come from several staged rows. */
export const noOriginColumns = 'null::smallint as file, null::integer as line, null::text[] as omitted'

/**
 * Returns `wanted` for a merge: SQL that selects the rows of the staged table `from`, alias `sheet`, with
 * `originColumns`, the id of their school and `columns`; `joins` are further joins.
 */
export const selectSchoolRows =
  (from: string, columns: string, joins = '') =>
  ({ isOfSchool }: SchoolFilter): string =>
    `select ${originColumns}, school.id as establishment_id, ${columns}
    from ${from} sheet join known_schools school using (rbd)
    ${joins}
    where ${isOfSchool('sheet.rbd')}`
/** Returns expressions for `values` that write these columns as delivered. */
export const deliveredValues = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, `wanted.${name}`]))
/**
 * Returns an expression for `values` that keeps the live value of the column `name` if the file has no column for
 * `field`; otherwise, and for a new row, it takes `value`.
 */
export const valueUnlessOmitted = (name: string, value = `wanted.${name}`, field = name) => ({
  [name]: `case when live.is_live and '${field}' = any(wanted.omitted) then live.${name} else ${value} end`,
})
/**
 * The expression for a person's given names. If the file has no column for the second name, the stored names are kept
 * if they begin with the delivered first name.
 */
export const givenNamesValue = {
  name: `case when live.is_live and 'name' = any(wanted.omitted) and starts_with(live.name, wanted.name || ' ')
    then live.name else wanted.name end`,
}
/**
 * Returns expressions for the hash and the id of a stored picture: the live ones if no picture was delivered. The id is
 * also kept if the hash is unchanged; otherwise it is null until the picture is stored.
 */
export const pictureValues = (id: string, hash: string) => ({
  [hash]: `coalesce(wanted.${hash}, live.${hash})`,
  [id]: `case when wanted.${hash} is null or wanted.${hash} = live.${hash} then live.${id} end`,
})
