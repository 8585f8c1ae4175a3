import { BASE_PATH } from '@apoderados/contract/calls/call'
import { openDatabase } from '@apoderados/core/db/client/open'
import { loadKeys, randomId } from '@apoderados/core/secrets/keys'
import { createPasswords } from '@apoderados/server/auth/passwords'
import { createLinks } from '@apoderados/server/auth/signedLinks'
import { createTokens } from '@apoderados/server/auth/tokens'
import { runCommand } from './command.ts'

const SESSION_SECONDS = 86_400
export const PASSWORD = 'cuncuna celeste 42'

/** A session and the ids that its parent's pages would request. */
export type FamilySession = {
  parent_id: number
  email: string
  session_id: string
  jwt: string
  student_id: number
  course_subject_id: number
  sub_period_id: number
  document_path: string | null
  photo_path: string | null
}

const FAMILIES_QUERY = `select distinct on (link.parent_id) link.parent_id::int, parent.email, link.student_id::int,
    enrollment.photo_id, enrollment.establishment_id::int as school, subject.id::int as course_subject_id,
    period.id::int as sub_period_id, event.document_id
  from student_parents link
  join parents parent on parent.id = link.parent_id
  join enrollments enrollment using (establishment_id, student_id)
  join lateral (select id from course_subjects where course_id = enrollment.course_id and scale_type is not null and not is_elective
    order by (id + link.parent_id) % 7, id limit 1) subject on true
  join lateral (select id from sub_periods where establishment_id = link.establishment_id
    order by starts_on limit 1) period on true
  left join lateral (select document_id from events where course_id = enrollment.course_id
    and document_id is not null limit 1) event on true
  where link.has_access and enrollment.withdrawn_on is null
  order by link.parent_id, link.student_id`

/** Generates schools of this size and imports them with the operator's command. */
export async function importGeneratedSchool(
  students: number,
  set: string,
  environment: Record<string, string>,
): Promise<void> {
  const [photos, documents] = [Math.min(students, 200), Math.min(students, 100)].map(String) as [
    string,
    string,
  ]
  const attachments = ['--photos', photos, '--documents', documents]
  await runCommand('generate', ['--students', String(students), ...attachments, '--to', set])
  await runCommand('import', [set, '--apply'], environment)
}

/** Gives `count` parents the same password, and creates the given number of sessions for each of them. */
export async function openFamilySessions(
  { DATABASE_URL = '', DATA_DIR = '', SECRET_KEYS = '' }: Record<string, string>,
  { count, sessionsPerParent }: { count: number; sessionsPerParent: number },
): Promise<FamilySession[]> {
  const keys = await loadKeys([SECRET_KEYS], DATA_DIR)
  const [tokens, links] = [createTokens(keys), createLinks(keys)]
  const { $client: pool } = openDatabase(DATABASE_URL, { forOperator: true })
  try {
    await pool.query('update parents set password_hash = $1', [
      await (await createPasswords()).hash(PASSWORD),
    ])
    const { rows } = await pool.query(FAMILIES_QUERY)
    const families = rows.slice(0, count).flatMap(({ photo_id, school, document_id, ...row }) =>
      Array.from({ length: sessionsPerParent }, (): FamilySession => {
        const owner = { parent_id: row.parent_id, session_id: randomId() }
        return {
          ...row,
          ...owner,
          jwt: tokens.sign(owner, SESSION_SECONDS),
          document_path: document_id && `${BASE_PATH}/documents/${document_id}`,
          photo_path: links.photo(photo_id, owner.session_id, school),
        }
      }),
    )
    await pool.query(
      `insert into sessions (id, parent_id, client, expires_at)
       select id, parent_id, 'web', now() + interval '1 day' from unnest($1::text[], $2::bigint[]) as s(id, parent_id)`,
      [families.map(({ session_id }) => session_id), families.map(({ parent_id }) => parent_id)],
    )
    // Removes the import's invitations: the server would write them to files during the measurement.
    await pool.query('delete from mails')
    await pool.query('vacuum analyze')
    return families
  } finally {
    await pool.end()
  }
}

/** The day of this number in the current month, such as '15/11/2026'. */
function dayText(number: number): string {
  const now = new Date()
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${twoDigits(number)}/${twoDigits(now.getMonth() + 1)}/${now.getFullYear()}`
}

const pathWith = (path: string, query: Record<string, string | number>) =>
  `${BASE_PATH}${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
const studentRead =
  (path: string, query: Record<string, string> = {}) =>
  ({ student_id }: FamilySession) =>
    pathWith(path, { student_id, ...query })
const periodRead =
  (path: string) =>
  ({ student_id, sub_period_id, course_subject_id }: FamilySession) =>
    pathWith(path, {
      student_id,
      establishment_sub_period_id: sub_period_id,
      ...(path.includes('by_subject') && { course_subject_id }),
    })

/**
 * The reads of the API by the names of their calls, with their shares in percent while a parent opens the app and reads
 * grades and the next days; those without a share are measured only by the benchmark.
 */
export const reads: { name: string; share?: number; path: (family: FamilySession) => string | null }[] = [
  { name: 'getProfile', share: 20, path: () => `${BASE_PATH}/auth/profile` },
  {
    name: 'countDiaryEvents',
    share: 10,
    path: studentRead('/diaries/count_events', { date_start: dayText(1), date_end: dayText(28) }),
  },
  { name: 'getDiaryEvents', share: 10, path: studentRead('/diaries/events', { date: dayText(15) }) },
  { name: 'getUpcomingEvents', path: studentRead('/diaries/upcoming', { date: dayText(15) }) },
  { name: 'getCalendar', share: 8, path: studentRead('/calendar') },
  { name: 'getCalendarDays', path: studentRead('/calendar/days') },
  { name: 'getCalendarFeed', path: studentRead('/calendar/feed') },
  { name: 'getSubPeriods', share: 10, path: studentRead('/qualifications/sub_periods') },
  { name: 'getPeriodQualifications', share: 14, path: periodRead('/qualifications/period_qualifications/') },
  {
    name: 'getPeriodQualificationsBySubject',
    share: 10,
    path: periodRead('/qualifications/period_qualifications_by_subject/'),
  },
  { name: 'getPeriodMarks', path: periodRead('/qualifications/period_marks') },
  { name: 'getObservations', share: 6, path: studentRead('/observations') },
  { name: 'getArrears', share: 5, path: studentRead('/arrears') },
  { name: 'getAttendanceDays', path: studentRead('/attendance/days') },
  { name: 'getClassmates', share: 3, path: studentRead('/courses/classmates') },
  { name: 'getNews', path: () => `${BASE_PATH}/news` },
  { name: 'getNotificationSettings', path: () => `${BASE_PATH}/notifications` },
  { name: 'getFamilyOverview', path: () => pathWith('/students/overview', { date: dayText(15) }) },
  { name: 'getPhoto', share: 3, path: ({ photo_path }) => photo_path },
  { name: 'getDocument', share: 1, path: ({ document_path }) => document_path },
]
