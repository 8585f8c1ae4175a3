import type { NewsKind } from '@apoderados/contract/news'
import type { Queryable } from '@apoderados/database/client/open'
import { newsReads, studentParents } from '@apoderados/database/schema/schema'
import { sql } from 'drizzle-orm'

type ReadMark = { parent_id: number; student_id: number; kinds: readonly NewsKind[]; until: string }

/**
 * Moves the parent's read marks of a student forward, never back, and never past now. Returns false if the parent has
 * no open link to the student.
 */
export async function markRead(
  db: Queryable,
  { parent_id, student_id, kinds, until }: ReadMark,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into ${newsReads} (parent_id, establishment_id, student_id, kind, read_until)
    select link.parent_id, link.establishment_id, link.student_id, kind, least(${until}::timestamptz, now())
    from ${studentParents} link cross join unnest(${sql.param([...kinds])}::text[]) kind
    where link.parent_id = ${parent_id} and link.student_id = ${student_id} and link.has_access
    on conflict (parent_id, establishment_id, student_id, kind) do update
      set read_until = greatest(${newsReads}.read_until, excluded.read_until)`)
  return (rowCount ?? 0) > 0
}
