import type { StaffRole } from '@apoderados/contract/office/roles'
import {
  ANSWER_DAYS,
  BLOCK_WORKING_DAYS,
  OWN_RIGHTS_AGE,
  type RequestKind,
  type RequestOutcome,
} from '@apoderados/contract/privacy'
import { addDays } from '@apoderados/contract/values/days'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../db/client/open.ts'
import { preparedStatement } from '../db/client/preparedStatement.ts'
import { addWorkingDays, workingDaysUntil } from '../excuses/answerDay.ts'

type Closure = { starts_on: string; ends_on: string }
type SchoolDay = { today: string; closures: Closure[] }

const selectSchoolDay = preparedStatement<SchoolDay>(
  'school_day',
  sql`select local.today::text as today, coalesce((select json_agg(json_build_object('starts_on', closure.starts_on,
      'ends_on', closure.ends_on)) from closures closure where closure.establishment_id = school.id
      and closure.ends_on >= local.today - 60), '[]') as closures
    from establishments school
    cross join lateral (select (now() at time zone school.time_zone)::date as today) local
    where school.id = $1`,
)

/** Returns the date at the school and its days without classes around it. */
export async function readSchoolDay(db: Database, establishment_id: number): Promise<SchoolDay> {
  const [day] = await selectSchoolDay(db, [establishment_id])
  return day as SchoolDay
}

/** The last day for an answer to a request that arrives today. */
export const dueOn = (kind: RequestKind, { today, closures }: SchoolDay): string =>
  kind === 'block' ? addWorkingDays(today, BLOCK_WORKING_DAYS, closures) : addDays(today, ANSWER_DAYS)

const MS_PER_DAY = 86_400_000

/** The days that remain until the last day; working days for a block, and negative after it. */
export function daysLeft({ kind, due_on }: { kind: RequestKind; due_on: string }, school: SchoolDay): number {
  if (kind === 'block' && due_on >= school.today)
    return workingDaysUntil(school.today, due_on, school.closures)
  return Math.round((Date.parse(due_on) - Date.parse(school.today)) / MS_PER_DAY)
}

type NewRequest = {
  establishment_id: number
  parent_id: number
  student_id: number | null
  key: string
  kind: RequestKind
  text: string
  due_on: string
}

/** Adds a request. A block is in force from now on: until it is answered, its data is not used. */
export async function insertRequest(transaction: Queryable, request: NewRequest): Promise<number> {
  const { rows } = await transaction.execute<{ id: number }>(sql`
    insert into data_requests (establishment_id, parent_id, student_id, key, kind, text, due_on, freezes)
    values (${request.establishment_id}, ${request.parent_id}, ${request.student_id}, ${request.key}, ${request.kind},
      ${request.text}, ${request.due_on}, ${request.kind === 'block'})
    returning id::float8 as id`)
  return rows[0]?.id as number
}

export async function findRequestByKey(
  db: Queryable,
  { parent_id, key }: { parent_id: number; key: string },
) {
  const { rows } = await db.execute<{ id: number; due_on: string }>(sql`
    select id::float8 as id, due_on::text from data_requests where parent_id = ${parent_id} and key = ${key}`)
  return rows[0]
}

export type Answer = {
  outcome: RequestOutcome
  text: string
  staff: string
  answered_at: string
  answered_on: string
}
export type RequestRow = {
  id: number
  establishment_id: number
  parent_id: number | null
  student_id: number | null
  kind: RequestKind
  text: string
  received_at: string
  received_on: string
  due_on: string
  freezes: boolean
  guardian: string | null
  student: string | null
  answers: Answer[]
}

/** The age at which students ask by themselves for what is theirs, as an SQL interval. */
export const AGE_OF_OWN_RIGHTS = sql.raw(`interval '${OWN_RIGHTS_AGE} years'`)

const requests = (condition: SQL) => sql`(
  select request.id::float8 as id, request.establishment_id::float8 as establishment_id,
    request.parent_id::float8 as parent_id, request.student_id::float8 as student_id, request.kind, request.text,
    to_json(request.created_at) #>> '{}' as received_at,
    (request.created_at at time zone school.time_zone)::date::text as received_on, request.due_on::text as due_on,
    request.freezes, parent.name || ' ' || parent.last_name as guardian,
    (select concat_ws(' ', student.name, student.last_name) from students student
      where student.establishment_id = request.establishment_id and student.id = request.student_id) as student,
    coalesce((select json_agg(json_build_object('outcome', answer.outcome, 'text', answer.text, 'staff', answer.staff_name,
      'answered_at', to_json(answer.answered_at) #>> '{}',
      'answered_on', (answer.answered_at at time zone school.time_zone)::date) order by answer.number)
      from data_request_answers answer where answer.establishment_id = request.establishment_id
      and answer.request_id = request.id), '[]') as answers
  from data_requests request
  join establishments school on school.id = request.establishment_id
  left join parents parent on parent.id = request.parent_id
  where ${condition}) as listed`

const selectOwn = preparedStatement<RequestRow>(
  'own_requests',
  sql`select * from ${requests(sql`request.parent_id = $1`)} order by listed.id desc limit 100`,
)

/** Returns the guardian's own requests, the newest first. */
export const readOwnRequests = (db: Database, parent_id: number): Promise<RequestRow[]> =>
  selectOwn(db, [parent_id])

const isAnswered = sql`exists (select from data_request_answers done where done.establishment_id = request.establishment_id
  and done.request_id = request.id)`

export type RequestView = 'pending' | 'answered'

/** Returns a page of a school's requests: those that wait by their last day, the answered ones the newest first. */
export async function readInbox(
  db: Queryable,
  school_id: number,
  view: RequestView,
  { limit, offset }: { limit: number; offset: number },
) {
  const ofView = sql`request.establishment_id = ${school_id} and ${view === 'pending' ? sql`not ${isAnswered}` : isAnswered}`
  const { rows } = await db.execute<RequestRow & { total: number }>(sql`
    select *, count(*) over ()::int as total from ${requests(ofView)}
    order by ${view === 'pending' ? sql`listed.due_on, listed.id` : sql`listed.id desc`} limit ${limit} offset ${offset}`)
  return { rows, total: rows[0]?.total ?? 0 }
}

export async function countWaiting(db: Queryable, school_id: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from data_requests request
    where request.establishment_id = ${school_id} and not ${isAnswered}`)
  return rows[0]?.count ?? 0
}

export async function readRequest(
  db: Queryable,
  school_id: number,
  id: number,
): Promise<RequestRow | undefined> {
  const { rows } = await db.execute<RequestRow>(
    sql`select * from ${requests(sql`request.establishment_id = ${school_id} and request.id = ${id}`)}`,
  )
  return rows[0]
}

type RequestPeople = {
  sender: { id: number; name: string; email: string; phone: string | null } | null
  student: { id: number; name: string; is_represented: boolean; may_ask: boolean } | null
}

/** Returns the sender and the student of a request as who answers needs to know them; null for who was erased. */
export async function readRequestPeople(db: Queryable, row: RequestRow): Promise<RequestPeople> {
  const { rows } = await db.execute<RequestPeople>(sql`
    select (select json_build_object('id', parent.id, 'name', parent.name || ' ' || parent.last_name, 'email', parent.email,
        'phone', parent.phone) from parents parent where parent.id = ${row.parent_id}) as sender,
      (select json_build_object('id', student.id, 'name', concat_ws(' ', student.name, student.last_name),
        'is_represented', coalesce(link.is_legal_representative, false),
        'may_ask', student.birthday is not null and student.birthday + ${AGE_OF_OWN_RIGHTS} <= current_date)
        from students student left join student_parents link on link.establishment_id = student.establishment_id
          and link.student_id = student.id and link.parent_id = ${row.parent_id}
        where student.establishment_id = ${row.establishment_id} and student.id = ${row.student_id}) as student`)
  return rows[0] as RequestPeople
}

/** Locks a request until the transaction ends, so that two answers follow each other. */
export const lockRequest = (transaction: Queryable, school_id: number, id: number) =>
  transaction.execute(
    sql`select from data_requests where establishment_id = ${school_id} and id = ${id} for update`,
  )

type NewAnswer = {
  outcome: RequestOutcome
  text: string
  staff_id: number
  staff_name: string
  role: StaffRole
}

/** Appends an answer to a locked request. A refused or lifted block ends. */
export async function appendAnswer(
  transaction: Queryable,
  { establishment_id, id, kind, answers }: RequestRow,
  answer: NewAnswer,
): Promise<void> {
  await transaction.execute(sql`
    insert into data_request_answers (establishment_id, request_id, number, outcome, text, staff_id, staff_name, role)
    values (${establishment_id}, ${id}, ${answers.length + 1}, ${answer.outcome}, ${answer.text}, ${answer.staff_id},
      ${answer.staff_name}, ${answer.role})`)
  if (kind === 'block' && (answer.outcome === 'refused' || answer.outcome === 'lifted'))
    await transaction.execute(
      sql`update data_requests set freezes = false where establishment_id = ${establishment_id} and id = ${id}`,
    )
}

/** The members who answer requests at a school. */
export async function readAnsweringStaff(db: Queryable, school_id: number): Promise<number[]> {
  const { rows } = await db.execute<{ staff_id: number }>(sql`
    select staff_id::float8 as staff_id from staff_schools
    where establishment_id = ${school_id} and role = 'direction' and ended_at is null`)
  return rows.map(({ staff_id }) => staff_id)
}

/** Marks the requests whose last day has passed without an answer as told, once each, and returns their schools. */
export async function claimOverdue(transaction: Queryable): Promise<number[]> {
  const { rows } = await transaction.execute<{ establishment_id: number }>(sql`
    update data_requests request set overdue_told_at = now() from establishments school
    where school.id = request.establishment_id and request.overdue_told_at is null
      and request.due_on < (now() at time zone school.time_zone)::date and not ${isAnswered}
    returning request.establishment_id::float8 as establishment_id`)
  return [...new Set(rows.map(({ establishment_id }) => establishment_id))]
}
