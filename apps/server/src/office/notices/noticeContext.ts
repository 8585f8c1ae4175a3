import { NOTICE_FILE_BYTES_MAX, type NoticeState } from '@apoderados/contract/office/notices'
import { officeMessages } from '@apoderados/contract/office/officeMessages'
import type { RegisterAction } from '@apoderados/contract/office/register'
import { isAllowed } from '@apoderados/contract/office/roles'
import { audit } from '@apoderados/core/audit/audit'
import type { Queryable } from '@apoderados/core/db/client/open'
import { type NoticeId, readNoticeCourses } from '@apoderados/core/notices/audience'
import { type Author, lockNotice, type readNotice, readNoticeFiles } from '@apoderados/core/notices/notices'
import type { ReceiptCount } from '@apoderados/core/notices/receipts'
import { readStaffMember } from '@apoderados/core/staff/staffMembers'
import { compareStudents } from '@apoderados/core/students/schoolOrder'
import { HttpError, notFoundError } from '../../http/errors.ts'
import type { SchoolContext } from '../officeContext.ts'

export type FoundNotice = NonNullable<Awaited<ReturnType<typeof readNotice>>>
/** Documents that a draft may gather before it is sent; those that it does not keep are removed then. */
export const STORED_FILES_MAX = 30
export const AUDIENCES = { school: 'Todo el colegio', families: 'Una familia' }
export const statesOfList: Record<string, NoticeState[]> = {
  all: ['draft', 'scheduled', 'sent', 'withdrawn'],
  sent: ['sent', 'withdrawn'],
  scheduled: ['scheduled'],
  draft: ['draft'],
}

export const conflict = (message: string) => new HttpError(409, message)
export const isoOf = (moment: Date | string | null) =>
  moment === null ? null : new Date(moment).toISOString()
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const viewerOf = ({ role, staff_id }: SchoolContext) => ({
  withFamilies: isAllowed(role, 'messages.send_all'),
  author: staff_id,
})

export async function authorOf({ db, staff_id, role }: SchoolContext): Promise<Author> {
  const member = await readStaffMember(db, staff_id)
  return { staff_id, staff_name: member?.name ?? '', staff_role: role }
}

/** Returns the notice if the caller may see it. @throws {HttpError} 404 */
export function seen(notice: FoundNotice | undefined, context: SchoolContext): FoundNotice {
  const { withFamilies, author } = viewerOf(context)
  const isVisible = notice && (withFamilies || notice.audience !== 'families' || notice.staff_id === author)
  if (!isVisible) throw notFoundError()
  return notice
}

/** Refuses what the role may not send: anything but notices to courses, without receipts. @throws {HttpError} 403 */
export function refuseBeyondRole(
  { audience, asks_receipt }: Pick<FoundNotice, 'audience' | 'asks_receipt'>,
  { role }: SchoolContext,
): void {
  const mayReach = audience === 'courses' || isAllowed(role, 'messages.send_all')
  if (!mayReach || (asks_receipt && !isAllowed(role, 'messages.ask_receipts')))
    throw new HttpError(403, officeMessages.noticeForCourses)
}

/** @throws {HttpError} 409 with who changed the notice since `changed_at`, when, and its current texts */
export function refuseOutdated(notice: FoundNotice, changed_at: string): void {
  if (notice.changed_at.getTime() === Date.parse(changed_at)) return
  const { changed_by: by, title, body } = notice
  const detail = { conflict: { by, at: notice.changed_at.toISOString(), current: { title, body } } }
  throw Object.assign(conflict(officeMessages.changedMeanwhile), { detail })
}

/** Runs `change` with the notice locked, if it is in one of the states. @throws {HttpError} 404, 409 */
export function withLocked<T>(
  request: NoticeId,
  context: SchoolContext,
  states: NoticeState[],
  change: (transaction: Queryable, notice: FoundNotice, author: Author) => Promise<T>,
): Promise<T> {
  return context.db.transaction(async (transaction) => {
    const notice = seen(await lockNotice(transaction, request), context)
    if (!states.includes(notice.state))
      throw conflict(notice.version > 0 ? officeMessages.noticeIsSent : officeMessages.noticeIsNotSent)
    return change(transaction, notice, await authorOf(context))
  })
}

export const auditNotice = (
  transaction: Queryable,
  action: RegisterAction,
  { school_id, notice_id }: NoticeId,
  { staff_id, session, address }: SchoolContext,
  more: object = {},
) =>
  audit(transaction, {
    action,
    staff_id,
    establishment_id: school_id,
    session_id: session.session_id,
    address,
    detail: { notice: notice_id, ...more },
  })

export const totalOf = (counts: ReceiptCount[]) => ({
  families: counts.reduce((sum, { families }) => sum + families, 0),
  received: counts.reduce((sum, { received }) => sum + received, 0),
})

/** Returns the ids of the stored documents, in the given order. @throws {HttpError} 404 for an unknown one */
export async function checkFiles(db: Queryable, notice: NoticeId, file_ids: string[]): Promise<void> {
  const stored = await readNoticeFiles(db, notice, file_ids)
  if (new Set(file_ids).size !== stored.length || file_ids.length !== stored.length) throw notFoundError()
}

export const isToday = (moment: Date | null) => {
  const day = (at: Date) => at.toLocaleDateString('en-CA', { timeZone: 'America/Santiago' })
  return moment !== null && day(moment) === day(new Date())
}

/** Reads the body of an upload. @throws {HttpError} 413 */
export async function readUpload({ upload }: SchoolContext): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of upload as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= NOTICE_FILE_BYTES_MAX) parts.push(part) // what is too much is read, or the response would not arrive
  }
  if (size > NOTICE_FILE_BYTES_MAX) throw new HttpError(413, officeMessages.tooLargeDocument)
  return Buffer.concat(parts)
}

/** Checks type and content of a document, and scans it. @throws {HttpError} 400 with what is wrong with it */
export async function prepareUpload(original: Buffer, name: string, scan: SchoolContext['scanner']['scan']) {
  // The modules that parse files are imported only when a file arrives.
  const { prepareDocument } = await import('@apoderados/importer/attachments/prepareAttachment')
  const path = name.replace(/[\\/]/g, '-')
  const problem = await scan(path, original).catch(() => {
    throw new HttpError(503, officeMessages.unavailable)
  })
  if (problem) throw new HttpError(400, `${capitalized(problem.message)}.`)
  const prepared = await prepareDocument({ path, bytes: original.length, read: async () => original })
  if ('problem' in prepared) {
    const { message, expected } = prepared.problem
    throw new HttpError(400, `El documento ${message}${expected ? `: se espera ${expected}` : ''}.`)
  }
  return prepared
}

export async function readCoursesInOrder(db: Queryable, school_id: number) {
  const rows = await readNoticeCourses(db, school_id)
  const sorted = rows.sort((one, other) =>
    compareStudents(
      { ...noName, course_name: one.level, letter: one.letter },
      { ...noName, course_name: other.level, letter: other.letter },
    ),
  )
  return sorted.map(({ id, level, letter, students }) => ({
    id,
    level,
    name: `${level} ${letter}`,
    students,
  }))
}
export const noName = { school: '', last_name: '', second_last_name: null, name: '' }
