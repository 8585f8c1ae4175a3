import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { calendarFeeds, knownDevices, passkeys, sessions } from '../db/tables/accounts.ts'
import { auditLog, recordReads } from '../db/tables/audit.ts'
import { mails, pushTokens } from '../db/tables/messages.ts'
import { mutedNews, notificationSettings } from '../db/tables/news.ts'
import { enrollments, parents, studentParents } from '../db/tables/people.ts'
import { consents, dataRequestAnswers, dataRequests } from '../db/tables/privacy.ts'
import { courses, establishments } from '../db/tables/schools.ts'
import { lapsesOn } from './enrollments.ts'
import { readStudentRecords } from './studentRecords.ts'

export type Family = NonNullable<Awaited<ReturnType<typeof readFamily>>>

/**
 * Reads all data about a guardian and the students whom the guardian may see, to hand it over to the guardian. It
 * contains no secrets of the account, no data of students with a closed link, and no data of other guardians but their
 * ids. Call it in a transaction with one snapshot (repeatable read).
 */
export async function readFamily(transaction: Queryable, parent_id: number) {
  const [guardian] = await readGuardian(transaction, parent_id)
  if (!guardian) return undefined
  const links = await readLinks(transaction, parent_id)
  const records = []
  for (const { has_access, establishment, ...link } of links) {
    if (!has_access) continue
    const { establishment_id, student_id, ...student_parent } = link
    const student = await readStudentRecords(transaction, { establishment_id, student_id })
    records.push({ ...student, student_parent, establishment })
  }
  return {
    guardian,
    sessions: await readSessions(transaction, parent_id),
    known_devices: await readKnownDevices(transaction, parent_id),
    passkeys: await readPasskeys(transaction, parent_id),
    mails: await readMails(transaction, parent_id),
    notifications: await readNotifications(transaction, parent_id),
    calendar_feeds: await readCalendarFeeds(transaction, parent_id),
    students: records,
    students_without_access: links.filter(({ has_access }) => !has_access).length,
    consents: await readConsents(transaction, parent_id),
    data_requests: await readDataRequests(transaction, parent_id),
    record_reads: await readReads(transaction, parent_id),
    contacts_read_by: await readContactReaders(transaction, parent_id),
    activity: await readActivity(transaction, parent_id),
  }
}

const readGuardian = (db: Queryable, parent_id: number) =>
  db
    .select({
      ...pick(parents, 'id', 'email', 'name', 'last_name', 'phone', 'rut', 'rut_dv', 'foreign_document'),
      ...pick(parents, 'photo_id', 'permission', 'shares_phone', 'shares_email', 'withdrew_phone'),
      ...pick(parents, 'withdrew_email', 'is_active', 'password_changed', 'password_changed_at'),
      ...pick(parents, 'last_login_at', 'previous_login_at', 'account_confirmed', 'account_confirmed_at'),
      created_at: parents.created_at,
    })
    .from(parents)
    .where(eq(parents.id, parent_id))

const readLinks = (db: Queryable, parent_id: number) =>
  db
    .select({
      ...pick(studentParents, 'establishment_id', 'student_id', 'parent_type', 'other_type'),
      ...pick(studentParents, 'financial_proxy', 'has_access', 'is_legal_representative'),
      establishment: pick(establishments, 'id', 'name', 'rbd', 'address', 'phone', 'time_zone'),
    })
    .from(studentParents)
    .innerJoin(establishments, eq(establishments.id, studentParents.establishment_id))
    .where(eq(studentParents.parent_id, parent_id))
    .orderBy(asc(studentParents.student_id))

const readSessions = (db: Queryable, parent_id: number) =>
  db
    .select({
      ...pick(sessions, 'client', 'platform', 'browser', 'created_at', 'last_seen_at', 'revoked_at'),
      push_token_saved_at: pushTokens.saved_at,
    })
    .from(sessions)
    .leftJoin(pushTokens, eq(pushTokens.session_id, sessions.id))
    .where(eq(sessions.parent_id, parent_id))
    .orderBy(asc(sessions.created_at))

const readKnownDevices = (db: Queryable, parent_id: number) =>
  db
    .select({ created_at: knownDevices.created_at, last_used_at: knownDevices.last_used_at })
    .from(knownDevices)
    .where(eq(knownDevices.parent_id, parent_id))
    .orderBy(asc(knownDevices.created_at))

const readPasskeys = (db: Queryable, parent_id: number) =>
  db
    .select(pick(passkeys, 'name', 'created_at', 'last_used_at'))
    .from(passkeys)
    .where(eq(passkeys.parent_id, parent_id))
    .orderBy(asc(passkeys.created_at))

const readMails = (db: Queryable, parent_id: number) =>
  db
    .select({ kind: mails.kind, queued_at: mails.queued_at, sent_at: mails.sent_at })
    .from(mails)
    .where(eq(mails.parent_id, parent_id))
    .orderBy(asc(mails.queued_at))

async function readNotifications(db: Queryable, parent_id: number) {
  const [settings] = await db
    .select(pick(notificationSettings, 'quiet_from', 'quiet_until', 'show_detail', 'digest'))
    .from(notificationSettings)
    .where(eq(notificationSettings.parent_id, parent_id))
  const muted = await db
    .select({ student_id: mutedNews.student_id, kind: mutedNews.kind })
    .from(mutedNews)
    .where(eq(mutedNews.parent_id, parent_id))
    .orderBy(asc(mutedNews.student_id), asc(mutedNews.kind))
  return { ...settings, muted }
}

const readCalendarFeeds = (db: Queryable, parent_id: number) =>
  db
    .select(pick(calendarFeeds, 'student_id', 'created_at', 'last_read_at'))
    .from(calendarFeeds)
    .where(eq(calendarFeeds.parent_id, parent_id))
    .orderBy(asc(calendarFeeds.student_id))

const hasRequest = and(
  eq(dataRequestAnswers.establishment_id, dataRequests.establishment_id),
  eq(dataRequestAnswers.request_id, dataRequests.id),
)

const readConsents = (db: Queryable, parent_id: number) =>
  db
    .select(pick(consents, 'at', 'kind', 'student_id', 'is_granted', 'text_version', 'text_hash', 'channel'))
    .from(consents)
    .where(eq(consents.parent_id, parent_id))
    .orderBy(asc(consents.id))

const readDataRequests = (db: Queryable, parent_id: number) =>
  db
    .select({
      ...pick(dataRequests, 'id', 'establishment_id', 'kind', 'student_id', 'text', 'created_at', 'due_on'),
      answer: pick(dataRequestAnswers, 'outcome', 'text', 'answered_at'),
    })
    .from(dataRequests)
    .leftJoin(dataRequestAnswers, hasRequest)
    .where(eq(dataRequests.parent_id, parent_id))
    .orderBy(asc(dataRequests.id), asc(dataRequestAnswers.number))

const readReads = (db: Queryable, parent_id: number) =>
  db
    .select(pick(recordReads, 'day', 'student_id', 'kind'))
    .from(recordReads)
    .where(eq(recordReads.parent_id, parent_id))
    .orderBy(asc(recordReads.day), asc(recordReads.student_id), asc(recordReads.kind))

/**
 * Returns when other parents read the contacts of a course while a student of this parent was in it, at most once a day
 * for each reader and student. The reader is given by the id, since a name would reveal another family. A student who
 * enrolled before April counts as in the course from January, when the year's first list may be loaded. A student who
 * does not withdraw counts as in it until the enrollment lapses.
 */
async function readContactReaders(db: Queryable, parent_id: number) {
  const readOn = sql`(read.at at time zone school.time_zone)::date`
  const shownFrom = (enrollment: SQL) => sql`case
    when ${enrollment}.enrolled_on < make_date(course.year, 4, 1) then least(${enrollment}.enrolled_on, make_date(course.year, 1, 1))
    else ${enrollment}.enrolled_on end`
  const { rows } = await db.execute<{ at: Date; parent_id: number }>(sql`
    select distinct read.at, read.parent_id::int
    from ${auditLog} read
    join ${enrollments} theirs on theirs.student_id = read.student_id
    join ${establishments} school on school.id = theirs.establishment_id
    join ${courses} course on (course.establishment_id, course.id) = (theirs.establishment_id, theirs.course_id)
    join ${enrollments} own on (own.establishment_id, own.course_id) = (theirs.establishment_id, theirs.course_id)
    join ${studentParents} link
      on (link.establishment_id, link.student_id) = (own.establishment_id, own.student_id)
    where read.action = 'contacts_read' and read.parent_id <> ${parent_id}
      and link.parent_id = ${parent_id} and link.has_access
      and ${readOn} >= greatest(${shownFrom(sql`own`)}, ${shownFrom(sql`theirs`)})
      and ${readOn} < ${lapsesOn(sql`course.year`)}
      and (own.withdrawn_on is null or ${readOn} <= own.withdrawn_on)
    order by read.at`)
  return rows
}

/** Reads the audit log's lines about the account. */
const readActivity = (db: Queryable, parent_id: number) =>
  db
    .select({
      ...pick(auditLog, 'at', 'action', 'student_id', 'address'),
      command: sql<string | null>`${auditLog.detail} ->> 'command'`,
      document_id: sql<string | null>`${auditLog.detail} ->> 'document_id'`,
    })
    .from(auditLog)
    .where(eq(auditLog.parent_id, parent_id))
    .orderBy(asc(auditLog.at), asc(auditLog.id))
