import { kinshipText } from '@apoderados/contract/office/people'
import type { RecordKind } from '@apoderados/contract/privacy'
import type { ParentType } from '@apoderados/contract/profile'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/client/open.ts'
import { preparedStatement } from '../db/client/preparedStatement.ts'

export type RecordRead = { parent_id: number; student_id: number; kind: RecordKind }

const insertReads = preparedStatement<object>(
  'record_reads',
  sql`insert into record_reads (establishment_id, student_id, parent_id, kind)
    select link.establishment_id, link.student_id, link.parent_id, read.kind
    from unnest($1::bigint[], $2::bigint[], $3::text[]) as read (parent_id, student_id, kind)
    join student_parents link on link.parent_id = read.parent_id and link.student_id = read.student_id and link.has_access
    on conflict do nothing`,
)

/** Notes reads of today; those noted before change nothing. A read without an open link is not noted. */
export async function insertRecordReads(db: Database, reads: RecordRead[]): Promise<void> {
  const column = (name: keyof RecordRead) => reads.map((read) => read[name])
  await insertReads(db, [column('parent_id'), column('student_id'), column('kind')])
}

/** So many days of reads are shown. */
const SHOWN_DAYS = 90

type ReaderRow = {
  parent_id: number
  name: string
  parent_type: ParentType
  other_type: string | null
  days: { day: string; kinds: RecordKind[] }[]
}

const selectReads = preparedStatement<ReaderRow>(
  'privacy_reads',
  sql`
    select parent.id::float8 as parent_id, parent.name || ' ' || parent.last_name as name, link.parent_type, link.other_type,
      coalesce(json_agg(json_build_object('day', seen.day, 'kinds', seen.kinds) order by seen.day desc)
        filter (where seen.day is not null), '[]') as days
    from student_parents link join parents parent on parent.id = link.parent_id
    left join lateral (
      select read.day, array_agg(read.kind order by read.kind) as kinds from record_reads read
      where read.establishment_id = link.establishment_id and read.student_id = link.student_id
        and read.parent_id = link.parent_id and read.day > current_date - ${sql.raw(String(SHOWN_DAYS))} group by read.day
    ) seen on true
    where link.establishment_id = $1 and link.student_id = $2 and ($3::bigint is null or link.parent_id = $3)
    group by parent.id, link.parent_type, link.other_type
    order by parent.last_name, parent.name, parent.id`,
)

type ReadsOf = { establishment_id: number; student_id: number; only: number | null }

/** Returns what each guardian of the student read on which days, the newest first; with `only`, of this guardian alone. */
export async function readRecordReads(db: Database, { establishment_id, student_id, only }: ReadsOf) {
  const rows = await selectReads(db, [establishment_id, student_id, only])
  return rows.map(({ parent_type, other_type, ...row }) => ({
    ...row,
    name: `${row.name}, ${kinshipText(parent_type, other_type).toLowerCase()}`,
  }))
}
