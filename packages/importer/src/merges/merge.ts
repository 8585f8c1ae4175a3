import type pg from 'pg'
import type { ChangeLog } from '../changeLog/changeLog.ts'
import type { SheetName } from '../sheetRecords.ts'
import type { Changes } from './mergeChanges.ts'

/** The numbers of rows that a merge adds, changes, ends or leaves unchanged. */
export type MergeCounts = { added: number; changed: number; ended: number; unchanged: number }

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
  /** SQL that deletes the rows that depend on rows to end, which `condition` selects. */
  deleteDependents?: (condition: string) => string
  /** SQL assignments to the columns of `live` that end a row; without them, the row is deleted. */
  end?: string
  /** SQL that writes the ids of new rows into a temporary `known_` table, by which later merges refer to them. */
  recordIds?: (filter: SchoolFilter) => string
  /** Called before the rows of the table `change` are written; fills in columns that SQL cannot compute. */
  prepare?: (client: pg.ClientBase) => Promise<void>
}

const columnList = (names: string[], prefix = '') => names.map((name) => `${prefix}${name}`).join(', ')

/** SQL that selects every wanted row with its values, whether it is live and whether it differs. */
function differenceSql(merge: Merge, filter: SchoolFilter) {
  const { table, wanted, key, nullable = [], identity = key, values } = merge
  const names = Object.keys(values)
  const joinsIf = key.map((name) =>
    nullable.includes(name)
      ? `live.${name} is not distinct from wanted.${name}`
      : `live.${name} = wanted.${name}`,
  )
  if (merge.joinsIf) joinsIf.push(merge.joinsIf)
  const expressions = names.map((name) => `live.${name} as old_${name}, ${values[name]} as new_${name}`)
  if (key.includes('establishment_id')) joinsIf.push(filter.liveIsOfSchool)
  const ids = identity.map((name) => `live.${name} as live_${name}`)
  return `select *, not is_live as is_new,
      is_live and row(${columnList(names, 'old_')}) is distinct from row(${columnList(names, 'new_')}) as is_changed
    from (select wanted.file, wanted.line, ${ids.join(', ')}, ${expressions.join(', ')}, live.is_live is true as is_live
      from (${wanted(filter)}) wanted
      left join (select *, true as is_live from ${table}) live on ${joinsIf.join(' and ')}) joined`
}

/** Returns the SQL condition on `live` for the rows to end; undefined if there are none to end. */
function endCondition(
  { ended, endedIfComplete }: Merge,
  filter: SchoolFilter,
  isComplete: boolean,
): string | undefined {
  const conditions = [ended?.(filter), isComplete ? endedIfComplete?.(filter) : undefined].filter(Boolean)
  return conditions.length > 0 ? conditions.map((condition) => `(${condition})`).join(' or ') : undefined
}

/**
 * Counts the rows that would be added, changed, ended or unchanged, and records the changes in `changes`. It writes no
 * live row. `isComplete` is true if the sheet contains everything about its students, days and courses.
 */
export async function compareMerge(
  client: pg.ClientBase,
  merge: Merge,
  filter: SchoolFilter,
  isComplete: boolean,
  changes?: Changes,
): Promise<MergeCounts> {
  const { rows } = await client.query<{ added: string; changed: string; unchanged: string }>(
    `select count(*) filter (where is_new) as added, count(*) filter (where is_changed) as changed,
      count(*) filter (where not is_new and not is_changed) as unchanged from (${differenceSql(merge, filter)}) compared`,
  )
  if (changes && Number(rows[0]?.changed) > 0) {
    await client.query(`create temp table change as
      select * from (${differenceSql(merge, filter)}) compared where is_changed`)
    await changes.record(client, merge)
    await client.query('drop table change')
  }
  const condition = endCondition(merge, filter, isComplete)
  const ended = condition
    ? await client.query<{ count: string }>(`select count(*) from ${merge.table} live where ${condition}`)
    : undefined
  return {
    added: Number(rows[0]?.added),
    changed: Number(rows[0]?.changed),
    unchanged: Number(rows[0]?.unchanged),
    ended: Number(ended?.rows[0]?.count ?? 0),
  }
}

/** What records the written changes: the examples for the import's report, and the change log. */
type Recorders = { changes?: Changes | undefined; log: ChangeLog }

/** Ends the rows that the sheets omit, then writes the differences, in the caller's transaction. */
export async function writeMerge(
  client: pg.ClientBase,
  merge: Merge,
  filter: SchoolFilter,
  isComplete: boolean,
  { changes, log }: Recorders,
): Promise<MergeCounts> {
  const { table, key, identity = key, values, latest = {}, swapped } = merge
  const names = Object.keys(values)
  const condition = endCondition(merge, filter, isComplete)
  await log.prepare(merge, filter.liveIsOfSchool, condition)
  const ended = condition ? await endRows(client, merge, condition) : 0
  const wanted = await client.query<{ count: string }>(
    `select count(*) from (${merge.wanted(filter)}) wanted`,
  )
  const change = await client.query(`create temp table change on commit drop as
    select row_number() over () as row_no, * from (${differenceSql(merge, filter)}) compared
    where is_new or is_changed`)
  await changes?.record(client, merge)
  await merge.prepare?.(client)
  const finds = identity.map((name) => `live.${name} = change.live_${name}`).join(' and ')
  const isChanged = `change.is_changed and ${finds}`
  const newOf = (name: string) => latest[name] ?? `change.new_${name}`
  if (swapped) {
    // PostgreSQL checks uniqueness row by row, so two rows could not swap values directly.
    const { column, temporary } = swapped
    await client.query(`update ${table} live set ${column} = ${temporary} from change
      where ${isChanged} and live.${column} is distinct from ${newOf(column)}`)
  }
  const written = names.map((name) => `${name} = ${newOf(name)}`).join(', ')
  const updated = await client.query(`update ${table} live set ${written} from change where ${isChanged}`)
  const inserted = await client.query(
    `insert into ${table} (${columnList(names)})
    select ${columnList(names, 'new_')} from change where is_new order by row_no`,
  )
  if (merge.recordIds) await client.query(merge.recordIds(filter))
  await log.collect(merge)
  await client.query('drop table change')
  return {
    added: inserted.rowCount ?? 0,
    changed: updated.rowCount ?? 0,
    ended,
    unchanged: Number(wanted.rows[0]?.count) - (change.rowCount ?? 0),
  }
}

async function endRows(
  client: pg.ClientBase,
  { table, end, deleteDependents }: Merge,
  condition: string,
): Promise<number> {
  if (deleteDependents) await client.query(deleteDependents(condition))
  const sql = end
    ? `update ${table} live set ${end} where ${condition}`
    : `delete from ${table} live where ${condition}`
  const { rowCount } = await client.query(sql)
  return rowCount ?? 0
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
