import { sessions } from '@apoderados/core/db/tables/accounts'
import { createTestSchool, fileId } from '@apoderados/testing/testSchool'
import type { TestServer } from '@apoderados/testing/testServer'
import { eq, sql } from 'drizzle-orm'
import { newRun } from './newRun.ts'

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n'
let markerCount = 0

/** Returns a hexadecimal text that no earlier call has returned, by which rows can be found. */
const createMarker = () => {
  markerCount += 1
  return `c0ffee${String(markerCount).padStart(4, '0')}`
}

/**
 * Creates a mother and her child, enrolled in `year`, with a photo, a result, attendance, a late arrival, an
 * observation, an elective and an event with a document. The texts about the two contain `marker`, those about their
 * course `courseMarker`. The mother is signed in, has a device for pushes, and has requested a recovery code.
 */
export async function markedFamily(server: TestServer, year = new Date().getFullYear()) {
  const [marker, courseMarker, schoolMarker] = [createMarker(), createMarker(), createMarker()]
  const school = await createTestSchool(server, {}, schoolMarker)
  const courseRows = school.withMarker(courseMarker)
  const make = school.withMarker(marker)
  const picture = async (owner: string) => {
    const id = fileId(owner)
    await server.services.files.write(id, Buffer.from(PNG_SIGNATURE + owner, 'latin1'))
    return id
  }
  const course_id = await courseRows.course({ year })
  const employee_id = await courseRows.employee()
  const course_subject_id = await courseRows.subject(course_id, { employee_id, scale_type: 'other' })
  const sub_period_id = await courseRows.subPeriod({ year })
  const assessment_id = await courseRows.assessment(course_subject_id, sub_period_id)
  const event = { course_id, course_subject_id, day: `${year}-08-17` }
  const document_id = await courseRows.document(Buffer.from(`%PDF-1.7 ${courseMarker}`), 'pauta.pdf', event)
  const run = newRun()
  const [photo_id, parentPhoto] = [await picture(marker), await picture(marker)]
  const email = `madre.${marker}@example.com`
  const family = await make.family(course_id, {
    student: { ...run.columns, social_name: `Secreto ${marker}` },
    enrollment: { photo_id, year },
    parent: { email, photo_id: parentPhoto },
  })
  const { enrollment_id, parent_id } = family
  await school.elective(course_subject_id, enrollment_id)
  await make.grade(enrollment_id, assessment_id, 'MB')
  await make.attend(enrollment_id, `${year}-04-01`, 'present')
  await make.arrear(enrollment_id)
  await make.observation(enrollment_id, { employee_id, course_subject_id })
  await family.call('savePushToken', { token: `token ${marker}` })
  await server.send('requestRecovery', { email })
  const [session] = await server.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.parent_id, parent_id))
  const photos = [photo_id, parentPhoto]
  const ids = { course_id, document_id, session_id: session?.id as string }
  return { ...family, ...ids, school, make, marker, courseMarker, run, email, photos }
}

/** Returns the rows that contain this text, as 'students: {…}', of all tables except the audit log. */
export async function rowsWith({ db }: TestServer, text: string): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'audit_log' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select row_to_json(it)::text as row from ${sql.identifier(name)} it where row_to_json(it)::text like ${`%${text}%`}`,
    )
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

/**
 * Returns the columns that contain one of the `ids`, as 'grades.enrollment_id', of all tables except the audit log. The
 * keys of `ids` are the names of the columns in which each id is searched.
 */
export async function pointersTo({ db }: TestServer, ids: Record<string, number>): Promise<string[]> {
  const { rows: columns } = await db.execute<{ table_name: string; column_name: string }>(sql`
    select table_name, column_name from information_schema.columns where table_schema = 'public'
    and table_name <> 'audit_log' and column_name in (${sql.join(
      Object.keys(ids).map((name) => sql`${name}`),
      sql`, `,
    )})`)
  const found: string[] = []
  for (const { table_name, column_name } of columns) {
    const [table, column] = [sql.identifier(table_name), sql.identifier(column_name)]
    const { rows } = await db.execute(sql`select 1 from ${table} where ${column} = ${ids[column_name]}`)
    if (rows.length > 0) found.push(`${table_name}.${column_name}`)
  }
  return found.sort()
}
