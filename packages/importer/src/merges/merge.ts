import type { LoadId } from '@apoderados/core/loads/loadId'
import type pg from 'pg'
import type { ChangeLog } from '../changeLog/changeLog.ts'
import type { ToldRecorder } from '../changeLog/toldFamilies.ts'
import type { Merge, SchoolFilter } from './defineMerge.ts'
import type { Changes } from './mergeChanges.ts'
import { changedEntrySql, writeRecorded } from './undoRecord.ts'

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

/** SQL for the text by which an answer names a live row: '17', or '17/4' if two ids identify it within the school. */
export const rowNameSql = ({ key, identity = key }: Merge) =>
  `concat_ws('/', ${identity
    .filter((name) => name !== 'establishment_id')
    .map((name) => `live.${name}`)
    .join(', ')})`

/** Returns the SQL condition on `live` for the rows to end; undefined if there are none to end. */
export function endCondition(merge: Merge, filter: SchoolFilter, isComplete: boolean): string | undefined {
  const { name, ended, endedIfComplete } = merge
  const conditions = [ended?.(filter), isComplete ? endedIfComplete?.(filter) : undefined].filter(Boolean)
  if (conditions.length === 0) return undefined
  const isEnded = conditions.map((condition) => `(${condition})`).join(' or ')
  return `(${isEnded}) and ${rowNameSql(merge)} not in (select row_name from kept_rows where kind = '${name}')`
}

/** What records the compared rows: the examples for the report, and the families whom they are news for. */
export type CompareRecorders = { reportExamples?: Changes | undefined; told?: ToldRecorder | undefined }

/**
 * Counts the rows that would be added, changed, ended or unchanged, and records the changes and whom they are news for.
 * It writes no live row. `isComplete` is true if the sheet contains everything about its students, days and courses.
 */
export async function compareMerge(
  client: pg.ClientBase,
  merge: Merge,
  filter: SchoolFilter,
  isComplete: boolean,
  { reportExamples, told }: CompareRecorders = {},
): Promise<MergeCounts> {
  const { rows } = await client.query<{ added: string; changed: string; unchanged: string }>(
    `select count(*) filter (where is_new) as added, count(*) filter (where is_changed) as changed,
      count(*) filter (where not is_new and not is_changed) as unchanged from (${differenceSql(merge, filter)}) compared`,
  )
  if (reportExamples && Number(rows[0]?.changed) > 0) {
    await client.query(`create temp table change as
      select * from (${differenceSql(merge, filter)}) compared where is_changed`)
    await reportExamples.record(client, merge)
    await client.query('drop table change')
  }
  const condition = endCondition(merge, filter, isComplete)
  await told?.record(
    merge,
    `select * from (${differenceSql(merge, filter)}) compared where is_new or is_changed`,
    condition,
  )
  const ended = condition
    ? await client.query<{ count: string }>(`select count(*) from ${merge.table} live where ${condition}`)
    : undefined
  if (condition) await reportExamples?.recordEnded(client, merge, condition)
  return {
    added: Number(rows[0]?.added),
    changed: Number(rows[0]?.changed),
    unchanged: Number(rows[0]?.unchanged),
    ended: Number(ended?.rows[0]?.count ?? 0),
  }
}

/**
 * What records the written changes: the examples for the import's report, the news, and the undo record, which begins
 * once the school has an id.
 */
type Recorders = { reportExamples?: Changes | undefined; newsLog: ChangeLog; undoRecord: LoadId | undefined }

/** Ends the rows that the sheets omit, then writes the differences, in the caller's transaction. */
export async function writeMerge(
  client: pg.ClientBase,
  merge: Merge,
  filter: SchoolFilter,
  isComplete: boolean,
  { reportExamples, newsLog, undoRecord }: Recorders,
): Promise<MergeCounts> {
  const { name: kind, table, key, identity = key, values, latest = {}, swapped } = merge
  const names = Object.keys(values)
  const condition = endCondition(merge, filter, isComplete)
  await newsLog.prepare(merge, filter.liveIsOfSchool, condition)
  if (condition) await reportExamples?.recordEnded(client, merge, condition)
  const ended = condition ? await endRows(client, merge, condition, undoRecord) : 0
  const wanted = await client.query<{ count: string }>(
    `select count(*) from (${merge.wanted(filter)}) wanted`,
  )
  const change = await client.query(`create temp table change on commit drop as
    select row_number() over () as row_no, * from (${differenceSql(merge, filter)}) compared
    where is_new or is_changed`)
  await reportExamples?.record(client, merge)
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
  const before = Object.fromEntries(
    names.map((name) => [name, [`change.old_${name}`, `live.${name}`] as [string, string]]),
  )
  const changed = await writeRecorded(
    client,
    undoRecord,
    { kind, action: 'changed' },
    `update ${table} live set ${written} from change where ${isChanged}
      returning ${changedEntrySql(identity, before)} as entry`,
  )
  const added = await writeRecorded(
    client,
    undoRecord,
    { kind, action: 'added' },
    `insert into ${table} as live (${columnList(names)})
      select ${columnList(names, 'new_')} from change where is_new order by row_no
      returning jsonb_build_object('n', to_jsonb(live)) as entry`,
  )
  if (merge.recordIds) await client.query(merge.recordIds(filter))
  await newsLog.collect(merge)
  await client.query('drop table change')
  return {
    added,
    changed,
    ended,
    unchanged: Number(wanted.rows[0]?.count) - (change.rowCount ?? 0),
  }
}

async function endRows(
  client: pg.ClientBase,
  { name: kind, table, key, identity = key, end, dependents }: Merge,
  condition: string,
  undoRecord: LoadId | undefined,
): Promise<number> {
  if (dependents) {
    const { table: from, isOfRow } = dependents
    await writeRecorded(
      client,
      undoRecord,
      { kind: dependents.kind, action: 'ended' },
      `delete from ${from} using ${table} live where ${isOfRow} and (${condition})
        returning jsonb_build_object('o', to_jsonb(${from})) as entry`,
    )
  }
  const endedValues = Object.keys(end ?? {}).map((name) => [name, ['null::text', `live.${name}`]])
  const statement = end
    ? `update ${table} live set ${Object.entries(end)
        .map((column) => column.join(' = '))
        .join(
          ', ',
        )} where ${condition} returning ${changedEntrySql(identity, Object.fromEntries(endedValues))} as entry`
    : `delete from ${table} live where ${condition} returning jsonb_build_object('o', to_jsonb(live)) as entry`
  return writeRecorded(client, undoRecord, { kind, action: 'ended' }, statement)
}
