import { randomBytes } from 'node:crypto'
import { todayInChile } from '@apoderados/contract/values/days'
import { payloads } from './payloads.ts'
import type { WebTestEnvironment } from './webEnvironment.ts'

/** The id of Martina, a child of the demo parent Carolina. The pages that show her are opened. */
export const MARTINA = 1

/** A planted text: the page that must show it literally, and the label that a fault reports. */
export type PlantedText = { path: string; label: string; text: string }

type EnrollmentKeys = {
  establishment_id: string
  enrollment_id: string
  course_id: string
  sub_period_id: string
}

const ENROLLMENT_QUERY = `
  select enrollment.establishment_id, enrollment.id as enrollment_id, enrollment.course_id,
    (select id from sub_periods period
      where period.establishment_id = enrollment.establishment_id and period.year = enrollment.year
      order by starts_on limit 1) as sub_period_id
  from enrollments enrollment where enrollment.student_id = $1 and enrollment.withdrawn_on is null
  order by enrollment.year desc limit 1`

/** Inserts one row into each of several tables for each payload. */
const PLANT_ROWS = `
  with payload as materialized (
    select text, number::int from unnest($1::text[]) with ordinality as given (text, number)),
  keys as (select $2::bigint as school, $3::bigint as enrollment, $4::bigint as course, $5::bigint as period),
  employee as (
    insert into employees (establishment_id, name, last_name, rut)
    select school, text, text, 'p' || number from payload, keys returning id, rut),
  subject as (
    insert into course_subjects (establishment_id, course_id, position, name, scale_type, employee_id, code)
    select school, course, 100 + number, text, 'other', employee.id, 'p' || number
    from payload, keys, employee where employee.rut = 'p' || payload.number returning id, code),
  observation as (
    insert into observations (establishment_id, enrollment_id, date, event_type, description, observation,
      employee_id, course_subject_id, in_class)
    select school, enrollment, $6::date, (array['positive', 'negative', 'neutral'])[1 + number % 3], text, text,
      employee.id, subject.id, true
    from payload, keys, employee, subject where employee.rut = 'p' || number and subject.code = 'p' || number),
  event as (
    insert into events (establishment_id, course_id, day, title, description, content, course_subject_id)
    select school, course, $6::date, text, text, text, subject.id
    from payload, keys, subject where subject.code = 'p' || number),
  late as (
    insert into arrears (establishment_id, enrollment_id, date_late, status, observation)
    select school, enrollment, $6::date - number, 'pending', text from payload, keys),
  block as (
    insert into blocks (establishment_id, course_id, weekday, starts_at, ends_at, course_subject_id)
    select school, course, 1 + number % 5, time '08:00' + number / 5 * interval '10 minutes',
      time '08:10' + number / 5 * interval '10 minutes', subject.id
    from payload, keys, subject where subject.code = 'p' || number),
  assessment as (
    insert into assessments (establishment_id, course_subject_id, sub_period_id, held_on, name, description, code)
    select school, subject.id, period, $6::date, text, text, 'p' || number
    from payload, keys, subject where subject.code = 'p' || number
    returning id, code),
  grade as (
    insert into grades (establishment_id, enrollment_id, assessment_id, concept)
    select school, enrollment, assessment.id, text
    from payload, keys, assessment where assessment.code = 'p' || number),
  mate as (
    insert into students (establishment_id, name, last_name, second_last_name, rut)
    select school, text, text, text, $7 || number from payload, keys returning id, rut),
  parent as (
    insert into parents (email, name, last_name, phone, rut, shares_phone, shares_email)
    select text || '@' || $7, text, text, text, $7 || number, true, true from payload returning id, rut),
  enrolled as (
    insert into enrollments (establishment_id, student_id, course_id, year, list_number, enrolled_on)
    select school, mate.id, course, courses.year, 100 + number, $6::date
    from payload, keys, mate, courses where mate.rut = $7 || number and courses.id = course)
  insert into student_parents (establishment_id, student_id, parent_id, parent_type, other_type)
  select school, mate.id, parent.id, 'other', text
  from payload, keys, mate, parent where mate.rut = $7 || number and parent.rut = $7 || number`

/** Puts every payload into the lists that `PLANT_ROWS` fills. @returns the texts that the pages must then show */
export async function plantLists({ db }: Pick<WebTestEnvironment, 'db'>): Promise<PlantedText[]> {
  const client = db.$client
  const { rows } = await client.query<EnrollmentKeys>(ENROLLMENT_QUERY, [MARTINA])
  const keys = rows[0] as EnrollmentKeys
  await client.query('delete from blocks where establishment_id = $1 and course_id = $2', [
    keys.establishment_id,
    keys.course_id,
  ])
  const marker = `x${randomBytes(4).toString('hex')}`
  const { establishment_id, enrollment_id, course_id, sub_period_id } = keys
  await client.query(PLANT_ROWS, [
    payloads,
    establishment_id,
    enrollment_id,
    course_id,
    sub_period_id,
    todayInChile(new Date()),
    marker,
  ])
  return payloads.flatMap((text) => [
    { path: '/app/observaciones', label: 'observation', text },
    { path: '/app/observaciones', label: 'employee', text: ` · ${text} ${text}` },
    { path: '/app/agenda', label: 'event', text },
    { path: '/app/asistencia', label: 'late arrival', text },
    { path: '/app/horario', label: 'subject', text },
    { path: '/app/calificaciones', label: 'subject and assessment', text },
    { path: '/app/companeros', label: 'classmate', text: `${text} ${text} ${text}` },
    { path: '/app/companeros', label: 'phone of a classmate’s parent', text },
    { path: '/app/companeros', label: 'e-mail of a classmate’s parent', text: `${text}@${marker}` },
  ])
}

/** SQL for the ids of Carolina, and of the school and the course of Martina. */
const CAROLINA_ID = `(select parent_id from student_parents where student_id = ${MARTINA}
  and parent_id in (select id from parents where email like '%apoderada@example.com'))`
const SCHOOL_ID = `(select establishment_id from students where id = ${MARTINA})`
const COURSE_ID = `(select course_id from enrollments where student_id = ${MARTINA} order by year desc limit 1)`

/**
 * The texts that a page shows outside lists, such as the student's name. Each is a column of one row, which the SQL
 * condition `where` selects.
 */
const singleTexts: { path: string; table: string; column: string; where: string }[] = [
  ...['name', 'last_name', 'second_last_name', 'social_name', 'gender'].map((column) => ({
    path: '/app/inicio',
    table: 'students',
    column,
    where: `id = ${MARTINA}`,
  })),
  ...['name', 'address', 'phone'].map((column) => ({
    path: '/app/inicio',
    table: 'establishments',
    column,
    where: `id = ${SCHOOL_ID}`,
  })),
  ...['name', 'letter'].map((column) => ({
    path: '/app/inicio',
    table: 'courses',
    column,
    where: `id = ${COURSE_ID}`,
  })),
  {
    path: '/app/inicio',
    table: 'student_parents',
    column: 'other_type',
    where: `student_id = ${MARTINA} and parent_id = ${CAROLINA_ID}`,
  },
  ...['name', 'last_name', 'permission', 'phone'].map((column) => ({
    path: '/app/configuraciones',
    table: 'parents',
    column,
    where: `id = ${CAROLINA_ID}`,
  })),
]

/** Puts payloads into the texts of `singleTexts`, other payloads in each round. @returns the planted texts */
export async function plantSingleTexts(
  { db }: Pick<WebTestEnvironment, 'db'>,
  round: number,
): Promise<PlantedText[]> {
  await db.$client.query('update students set shows_social_name = true where id = $1', [MARTINA])
  const planted: PlantedText[] = []
  for (const [index, { path, table, column, where }] of singleTexts.entries()) {
    const text = payloads[(round * singleTexts.length + index) % payloads.length] as string
    await db.$client.query(`update ${table} set ${column} = $1 where ${where}`, [text])
    planted.push({ path, label: `${table}.${column}`, text })
  }
  return planted
}
