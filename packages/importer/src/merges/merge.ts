import type pg from 'pg'
import type { ChangeLog } from '../changeLog/changeLog.ts'
import type { Merge, SchoolFilter } from './defineMerge.ts'
import type { Changes } from './mergeChanges.ts'

/** The numbers of rows that a merge adds, changes, ends or leaves unchanged. */
export type MergeCounts = { added: number; changed: number; ended: number; unchanged: number }

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
