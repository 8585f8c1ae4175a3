import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { appendChanges } from '../students/changeLog.ts'

/** The name that the school calls the student by. */
const shownName =
  sql.raw(`coalesce(nullif(case when student.shows_social_name then student.social_name end, ''), student.name)
  || ' ' || student.last_name`)

/** The sheets' status of an excuse's late arrivals or days where it differs from the excuse; null where they agree. */
const sheetStatus = sql.raw(`case excuse.kind
  when 'absence' then (select 'present' from attendance day where day.establishment_id = excuse.establishment_id
    and day.enrollment_id = excuse.enrollment_id and day.day between excuse.from_day and excuse.to_day
    and day.status <> 'absent' limit 1)
  else (select case when count(*) = 0 then 'none'
      else max(late.status) filter (where late.status in ('justified', 'rejected')
        and late.status is distinct from decision.state) end
    from arrears late where late.establishment_id = excuse.establishment_id
    and late.enrollment_id = excuse.enrollment_id
    and (late.date_late at time zone school.time_zone)::date = excuse.from_day) end`)

/** The excuses of a school with their last decision, and what the sheets say. */
const inbox = (school_id: number, isDue: SQL = sql`true`) => sql`(
  select excuse.id::float8 as id, json_build_object('id', student.id, 'name', ${shownName}) as student,
    course.name || ' ' || course.letter as course, course.id::float8 as course_id, excuse.kind,
    excuse.from_day::text as "from", excuse.to_day::text as "to", excuse.created_at, excuse.parent_id,
    excuse.enrollment_id, excuse.reason, excuse.text, excuse.attachment_name, excuse.attachment_bytes,
    excuse.attachment_state, excuse.attachment_id, school.time_zone, school.excuse_answer_days, school.attachment_days,
    (excuse.created_at at time zone school.time_zone)::date::text as sent_on,
    excuse.kind = 'absence' and (excuse.created_at at time zone school.time_zone)::date <= excuse.from_day as is_announced,
    coalesce(decision.state, 'pending') as state, coalesce(decision.number, 0)::int as decisions,
    nullif(${sheetStatus}, coalesce(decision.sheet_status, '')) as sheet_status
  from excuses excuse
  join establishments school on school.id = excuse.establishment_id
  join enrollments enrollment on enrollment.establishment_id = excuse.establishment_id
    and enrollment.id = excuse.enrollment_id
  join students student on student.establishment_id = excuse.establishment_id and student.id = enrollment.student_id
  join courses course on course.establishment_id = excuse.establishment_id and course.id = enrollment.course_id
  left join lateral (select * from excuse_decisions each where each.establishment_id = excuse.establishment_id
    and each.excuse_id = excuse.id order by each.number desc limit 1) decision on true
  where excuse.establishment_id = ${school_id} and excuse.withdrawn_at is null and ${isDue}
) inbox`

/** Whether an excuse waits for the staff: it is undecided, or a sheet disagrees with its decision. */
const isWaiting = sql`(inbox.state = 'pending' or inbox.sheet_status is not null)`

export type InboxRow = {
  id: number
  student: { id: number; name: string }
  course: string
  kind: 'arrear' | 'absence'
  from: string
  to: string
  is_announced: boolean
  state: 'pending' | 'justified' | 'rejected'
  sheet_status: 'present' | 'justified' | 'rejected' | 'none' | null
  decisions: number
  sent_at: string
  sent_on: string
  excuse_answer_days: number
  attachment_days: number
}

const listed =
  sql.raw(`inbox.id, inbox.student, inbox.course, inbox.kind, inbox."from", inbox."to", inbox.is_announced,
  inbox.state, inbox.sheet_status, inbox.decisions, inbox.sent_on, inbox.excuse_answer_days, inbox.attachment_days,
  to_json(inbox.created_at) #>> '{}' as sent_at`)

type InboxFilter = {
  view: 'pending' | 'decided' | 'all'
  kind?: 'arrear' | 'absence' | undefined
  course_id?: number | undefined
  day?: string | undefined
}

const matching = ({ view, kind, course_id, day }: InboxFilter): SQL =>
  sql.join(
    [
      view === 'all' ? sql`true` : view === 'pending' ? isWaiting : sql`not ${isWaiting}`,
      ...(kind === undefined ? [] : [sql`inbox.kind = ${kind}`]),
      ...(course_id === undefined ? [] : [sql`inbox.course_id = ${course_id}`]),
      ...(day === undefined ? [] : [sql`${day} between inbox."from" and inbox."to"`]),
    ],
    sql` and `,
  )

export async function readInbox(
  db: Queryable,
  school_id: number,
  filter: InboxFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: InboxRow[]; total: number }> {
  const order =
    filter.view === 'pending' ? sql`inbox.created_at, inbox.id` : sql`inbox.created_at desc, inbox.id desc`
  const { rows } = await db.execute<InboxRow & { total: number }>(sql`
    select ${listed}, (count(*) over ())::int as total from ${inbox(school_id)} where ${matching(filter)}
    order by ${order} limit ${limit} offset ${offset}`)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

export type InboxCounts = {
  pending: number
  announced_today: number
  today: string
  excuse_answer_days: number
  excuse_texts: string[]
  courses: { id: number; name: string }[]
}

export async function readInboxCounts(db: Queryable, school_id: number): Promise<InboxCounts> {
  const { rows } = await db.execute<InboxCounts>(sql`
    select (select count(*)::int from ${inbox(school_id)} where ${isWaiting}) as pending,
      (select count(*)::int from excuses excuse where excuse.establishment_id = school.id
        and excuse.withdrawn_at is null and excuse.kind = 'absence' and local.today between excuse.from_day and excuse.to_day
        and (excuse.created_at at time zone school.time_zone)::date <= excuse.from_day) as announced_today,
      local.today::text as today, school.excuse_answer_days, school.excuse_texts,
      coalesce((select json_agg(json_build_object('id', course.id, 'name', course.name || ' ' || course.letter)
        order by course.name, course.letter) from courses course where course.establishment_id = school.id
        and course.year = extract(year from local.today - interval '2 months')), '[]') as courses
    from establishments school
    cross join lateral (select (now() at time zone school.time_zone)::date as today) local
    where school.id = ${school_id}`)
  return rows[0] as InboxCounts
}

export type OfficeExcuseRow = InboxRow & {
  reason: 'transport' | 'health' | 'errand' | 'family' | 'travel' | 'other'
  text: string
  attachment_name: string | null
  attachment_bytes: number | null
  attachment_state: 'expected' | 'stored' | 'refused' | 'removed' | null
  attachment_id: string | null
  enrollment_id: number
  sender: {
    name: string
    parent_type: 'father' | 'mother' | 'grandpa' | 'brother' | 'uncle' | 'legal' | 'other'
  } | null
  decided: {
    state: 'justified' | 'rejected'
    explanation: string | null
    staff: string
    decided_at: string
  }[]
  arrived_at: string | null
}

/** Returns an excuse of the school with all that the staff reads to decide it; undefined for another or a withdrawn one. */
export async function readOfficeExcuse(db: Queryable, school_id: number, id: number) {
  const { rows } = await db.execute<OfficeExcuseRow>(sql`
    select ${listed}, inbox.reason, inbox.text, inbox.attachment_name, inbox.attachment_bytes, inbox.attachment_state,
      inbox.attachment_id, inbox.enrollment_id::float8 as enrollment_id,
      (select json_build_object('name', parent.name || ' ' || parent.last_name, 'parent_type', link.parent_type)
        from parents parent join student_parents link on link.parent_id = parent.id
        where parent.id = inbox.parent_id and link.establishment_id = ${school_id}
        and link.student_id = (inbox.student ->> 'id')::bigint) as sender,
      coalesce((select json_agg(json_build_object('state', each.state, 'explanation', each.explanation,
        'staff', each.staff_name, 'decided_at', to_json(each.decided_at) #>> '{}') order by each.number)
        from excuse_decisions each where each.establishment_id = ${school_id} and each.excuse_id = inbox.id), '[]') as decided,
      (select to_json(min(late.date_late)) #>> '{}' from arrears late where inbox.kind = 'arrear'
        and late.establishment_id = ${school_id} and late.enrollment_id = inbox.enrollment_id
        and (late.date_late at time zone inbox.time_zone)::date = inbox."from"::date) as arrived_at
    from ${inbox(school_id, sql`excuse.id = ${id}`)}`)
  return rows[0]
}

const EARLIER_SHOWN = 5

/** Returns the other excuses about the enrollment, by the newest day. */
export async function readEarlierExcuses(db: Queryable, school_id: number, excuse: OfficeExcuseRow) {
  const isOther = sql`excuse.enrollment_id = ${excuse.enrollment_id} and excuse.id <> ${excuse.id}`
  const { rows } = await db.execute<InboxRow>(sql`
    select ${listed} from ${inbox(school_id, isOther)} order by inbox."from" desc limit ${EARLIER_SHOWN}`)
  return rows
}

/** Locks excuses of a school, in the order of their ids, and returns them as they then are, also those withdrawn. */
export async function lockExcuses(transaction: Queryable, school_id: number, ids: number[]) {
  const { rows } = await transaction.execute<LockedExcuse>(sql`
    select excuse.id::float8 as id, excuse.withdrawn_at is not null as is_withdrawn
    from excuses excuse where excuse.establishment_id = ${school_id} and excuse.id = any(${sql.param(ids)}::bigint[])
    order by excuse.id for update`)
  return rows
}
type LockedExcuse = { id: number; is_withdrawn: boolean }

type Verdict = {
  state: 'justified' | 'rejected'
  explanation: string | null
  staff_id: number
  staff_name: string
  role: 'direction' | 'secretary' | 'inspection'
}

/** Appends a decision to each of these excuses, whose rows are locked, and tells the families. */
export async function appendDecisions(
  transaction: Queryable,
  school_id: number,
  excuses: InboxRow[],
  { state, explanation, staff_id, staff_name, role }: Verdict,
): Promise<void> {
  for (const { id, decisions, sheet_status } of excuses)
    await transaction.execute(sql`
      insert into excuse_decisions
        (establishment_id, excuse_id, number, state, explanation, staff_id, staff_name, role, sheet_status)
      values (${school_id}, ${id}, ${decisions + 1}, ${state}, ${explanation}, ${staff_id}, ${staff_name}, ${role},
        ${sheet_status})`)
  const ids = sql`${sql.param(excuses.map(({ id }) => id))}::bigint[]`
  const before = sql`${sql.param(excuses.map((excuse) => excuse.state))}::text[]`
  // A decision that only settles what a sheet says changes nothing for the family.
  await appendChanges(
    transaction,
    sql`select excuse.establishment_id, excuse.kind, excuse.enrollment_id, null::bigint as course_id,
      null::bigint as parent_id,
      case excuse.kind when 'arrear' then late.id::text else excuse.enrollment_id || '/' || excuse.from_day end as item,
      null::bigint as course_subject_id, null::bigint as sub_period_id, excuse.from_day as day, null::text as title,
      decided.before as old_value, ${state}::text as new_value
    from unnest(${ids}, ${before}) decided(id, before)
    join excuses excuse on excuse.establishment_id = ${school_id} and excuse.id = decided.id
    join establishments school on school.id = excuse.establishment_id
    left join lateral (select late.id from arrears late where late.establishment_id = excuse.establishment_id
      and late.enrollment_id = excuse.enrollment_id
      and (late.date_late at time zone school.time_zone)::date = excuse.from_day limit 1) late on excuse.kind = 'arrear'
    where (excuse.kind = 'absence' or late.id is not null) and excuse.withdrawn_at is null`,
  )
}

/** Reads these excuses as the inbox has them, without those withdrawn. */
export async function readInboxRows(db: Queryable, school_id: number, ids: number[]): Promise<InboxRow[]> {
  const { rows } = await db.execute<InboxRow>(sql`
    select ${listed} from ${inbox(school_id, sql`excuse.id = any(${sql.param(ids)}::bigint[])`)}`)
  return rows
}

/** Returns who decided an excuse last; undefined before its first decision. */
export async function readLastDecision(db: Queryable, school_id: number, id: number) {
  const { rows } = await db.execute<{ staff: string; state: string; decided_at: string }>(sql`
    select staff_name as staff, state, to_json(decided_at) #>> '{}' as decided_at from excuse_decisions
    where establishment_id = ${school_id} and excuse_id = ${id} order by number desc limit 1`)
  return rows[0]
}

export const saveExplanations = (db: Queryable, school_id: number, texts: string[]) =>
  db.execute(
    sql`update establishments set excuse_texts = ${sql.param(texts)}::text[] where id = ${school_id}`,
  )
