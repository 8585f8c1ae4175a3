import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { deleteBatch } from '../db/client/deleteBatch.ts'
import type { Database, Queryable } from '../db/client/open.ts'
import { loadChanges, loads } from '../db/tables/loads.ts'

/** How long what a load wrote is kept, and how long an unfinished load waits for its owner. */
const KEPT_DAYS = { ended: 365, unfinished: 30 } as const
/** The largest number of days within which a school allows an undo (`establishments.undo_days`). */
const UNDO_DAYS_MAX = 30

/** Removes loads, with what they wrote, a year after they ended, and unfinished ones after 30 days. */
export const removeOldLoads = (db: Database) =>
  deleteBatch(
    db,
    loads,
    sql`${loads.changed_at} < now() - make_interval(days => case
      when ${loads.state} in ('done', 'undone') then ${KEPT_DAYS.ended}::int else ${KEPT_DAYS.unfinished}::int end)`,
  )

/** Whether the file `file.id` was of a row that the undo of a load may restore. */
export const isFileOfUndo = (db: Queryable) =>
  sql`exists ${db
    .select({ one: sql`1` })
    .from(loadChanges)
    .innerJoin(
      loads,
      and(eq(loads.establishment_id, loadChanges.establishment_id), eq(loads.id, loadChanges.load_id)),
    )
    .where(
      and(
        isNotNull(loadChanges.file_ids),
        sql`file.id = any(${loadChanges.file_ids})`,
        sql`${loads.applied_at} > now() - make_interval(days => ${UNDO_DAYS_MAX}::int)`,
      ),
    )}`

type ErasedRows = { student_ids?: number[]; enrollment_ids?: number[]; account_ids: number[] }

/** Removes the rows of erased students and accounts from what loads have recorded (R39). */
export async function eraseFromLoads(
  transaction: Queryable,
  { student_ids = [], enrollment_ids = [], account_ids }: ErasedRows,
): Promise<void> {
  const isOf = (kinds: string[], ids: number[]) =>
    sql`(kind = any(${sql.param(kinds)}::text[]) and (known->>'id')::bigint = any(${sql.param(ids)}::bigint[]))`
  const refersTo = (name: string, ids: number[]) =>
    sql`coalesce((known->>${name})::bigint = any(${sql.param(ids)}::bigint[]), false)`
  const isErased = sql.join(
    [
      isOf(['alumnos'], student_ids),
      isOf(['matrículas'], enrollment_ids),
      isOf(['apoderados', 'calidades'], account_ids),
      refersTo('student_id', student_ids),
      refersTo('enrollment_id', enrollment_ids),
      refersTo('parent_id', account_ids),
    ],
    sql` or `,
  )
  await transaction.execute(sql`
    with entries as (
      select establishment_id, load_id, id, entry, ${isErased} as is_erased
      from load_changes cross join lateral jsonb_array_elements(rows) entry
      cross join lateral (values (coalesce(entry->'k', '{}') || coalesce(entry->'o', '{}') || coalesce(entry->'n', '{}')))
        value (known)
    ), kept as (
      select establishment_id, load_id, id, coalesce(jsonb_agg(entry) filter (where not is_erased), '[]') as rows
      from entries group by establishment_id, load_id, id having bool_or(is_erased)
    )
    update load_changes set rows = kept.rows from kept
    where load_changes.establishment_id = kept.establishment_id and load_changes.load_id = kept.load_id
      and load_changes.id = kept.id`)
}
