import { createHash, randomBytes } from 'node:crypto'
import type { FileResponse } from '@apoderados/contract/calls/api'
import { todayIn } from '@apoderados/contract/values/days'
import type { Database } from '@apoderados/core/db/client/open'
import { notFoundError } from '../../http/errors.ts'
import { type CalendarContent, calendarText } from './calendarText.ts'
import { findFeed, findSchoolWeek, findYearEvents, recordFeedRead } from './feedRows.ts'

/** Returns 256 random bits in hexadecimal. */
export const makeSecret = (): string => randomBytes(32).toString('hex')
/** Returns the hash of a secret. A fast hash is enough, because the secret has too many bits to be guessed. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** False once an enrollment of `year` has lapsed, in April of the next year (`lapsesOn` in the database package). */
const isEnrollmentCurrent = (year: number, today: string) => today < `${year + 1}-04-01`

type FeedRow = Awaited<ReturnType<ReturnType<typeof findFeed>['execute']>>[number]

/** Returns undefined without access to the student, without an enrollment, and after the enrollment has lapsed. */
async function readCalendarContent(db: Database, feed: FeedRow): Promise<CalendarContent | undefined> {
  const { parent_id, student_id, created_at } = feed
  const [[week], events] = await Promise.all([
    findSchoolWeek(db).execute({ parent_id, student_id }),
    findYearEvents(db).execute({ parent_id, student_id }),
  ])
  if (!week?.year || !week.time_zone || !isEnrollmentCurrent(week.year, todayIn(week.time_zone, new Date())))
    return undefined
  const { year, time_zone, course_name, letter, ...school } = week
  return { ...school, year, time_zone, course: `${course_name} ${letter}`, student_id, created_at, events }
}

/** Returns the calendar of a secret. @throws {HttpError} the same 404 for every secret that opens no calendar */
export async function readCalendarFile(db: Database, secret: string): Promise<FileResponse> {
  const secret_hash = hashOfSecret(secret)
  const [feed] = await findFeed(db).execute({ secret_hash })
  const content = feed && (await readCalendarContent(db, feed))
  if (!content) throw notFoundError()
  // The update may fail, as with a full disk; the calendar must be answered in any case.
  if (feed.needs_touch)
    await recordFeedRead(db)
      .execute({ secret_hash })
      .catch(() => undefined)
  const body = Buffer.from(calendarText(content))
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  return { content_type: 'text/calendar; charset=utf-8', body, etag, file_name: 'apoderados.ics' }
}
