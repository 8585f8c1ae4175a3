import { createHash, randomBytes } from 'node:crypto'
import {
  NOTICE_FILE_BYTES_MAX,
  NOTICE_PAGE_ROWS,
  type NoticeState,
} from '@apoderados/contract/office/notices'
import { officeMessages } from '@apoderados/contract/office/officeMessages'
import type { RegisterAction } from '@apoderados/contract/office/register'
import { isAllowed } from '@apoderados/contract/office/roles'
import { audit } from '@apoderados/core/audit/audit'
import type { Queryable } from '@apoderados/core/db/client/open'
import {
  findNoticeStudents,
  type NoticeId,
  readNoticeCourses,
  readReach,
} from '@apoderados/core/notices/audience'
import { noticeAudienceText } from '@apoderados/core/notices/audienceText'
import {
  type Author,
  changeNotice,
  countNoticeFiles,
  countNotices,
  findCourses,
  hasFamilies,
  insertNotice,
  insertNoticeFile,
  lockNotice,
  publishVersion,
  readAudienceNames,
  readNotice,
  readNoticeFiles,
  readNoticeList,
  readVersionHash,
  removeUnusedNoticeFiles,
} from '@apoderados/core/notices/notices'
import {
  countReceipts,
  type ReceiptCount,
  readReceipts,
  remindFamilies,
} from '@apoderados/core/notices/receipts'
import { readStaffMember } from '@apoderados/core/staff/staffMembers'
import { compareStudents } from '@apoderados/core/students/schoolOrder'
import { HttpError, notFoundError } from '../../http/errors.ts'
import type { OfficeHandlers, SchoolContext } from '../officeContext.ts'
import { cellOf } from '../register/register.ts'

type FoundNotice = NonNullable<Awaited<ReturnType<typeof readNotice>>>
/** Documents that a draft may gather before it is sent; those that it does not keep are removed then. */
const STORED_FILES_MAX = 30
const AUDIENCES = { school: 'Todo el colegio', families: 'Una familia' }
const statesOfList: Record<string, NoticeState[]> = {
  all: ['draft', 'scheduled', 'sent', 'withdrawn'],
  sent: ['sent', 'withdrawn'],
  scheduled: ['scheduled'],
  draft: ['draft'],
}

const conflict = (message: string) => new HttpError(409, message)
const isoOf = (moment: Date | string | null) => (moment === null ? null : new Date(moment).toISOString())
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const viewerOf = ({ role, staff_id }: SchoolContext) => ({
  withFamilies: isAllowed(role, 'messages.send_all'),
  author: staff_id,
})

async function authorOf({ db, staff_id, role }: SchoolContext): Promise<Author> {
  const member = await readStaffMember(db, staff_id)
  return { staff_id, staff_name: member?.name ?? '', staff_role: role }
}

/** Returns the notice if the caller may see it. @throws {HttpError} 404 */
function seen(notice: FoundNotice | undefined, context: SchoolContext): FoundNotice {
  const { withFamilies, author } = viewerOf(context)
  const isVisible = notice && (withFamilies || notice.audience !== 'families' || notice.staff_id === author)
  if (!isVisible) throw notFoundError()
  return notice
}

/** Refuses what the role may not send: anything but notices to courses, without receipts. @throws {HttpError} 403 */
function refuseBeyondRole(
  { audience, asks_receipt }: Pick<FoundNotice, 'audience' | 'asks_receipt'>,
  { role }: SchoolContext,
): void {
  const mayReach = audience === 'courses' || isAllowed(role, 'messages.send_all')
  if (!mayReach || (asks_receipt && !isAllowed(role, 'messages.ask_receipts')))
    throw new HttpError(403, officeMessages.noticeForCourses)
}

/** @throws {HttpError} 409 with who changed the notice since `changed_at`, when, and its current texts */
function refuseOutdated(notice: FoundNotice, changed_at: string): void {
  if (notice.changed_at.getTime() === Date.parse(changed_at)) return
  const { changed_by: by, title, body } = notice
  const detail = { conflict: { by, at: notice.changed_at.toISOString(), current: { title, body } } }
  throw Object.assign(conflict(officeMessages.changedMeanwhile), { detail })
}

/** Runs `change` with the notice locked, if it is in one of the states. @throws {HttpError} 404, 409 */
function withLocked<T>(
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

const auditNotice = (
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

const totalOf = (counts: ReceiptCount[]) => ({
  families: counts.reduce((sum, { families }) => sum + families, 0),
  received: counts.reduce((sum, { received }) => sum + received, 0),
})

/** Returns the ids of the stored documents, in the given order. @throws {HttpError} 404 for an unknown one */
async function checkFiles(db: Queryable, notice: NoticeId, file_ids: string[]): Promise<void> {
  const stored = await readNoticeFiles(db, notice, file_ids)
  if (new Set(file_ids).size !== stored.length || file_ids.length !== stored.length) throw notFoundError()
}

const isToday = (moment: Date | null) => {
  const day = (at: Date) => at.toLocaleDateString('en-CA', { timeZone: 'America/Santiago' })
  return moment !== null && day(moment) === day(new Date())
}

/** Reads the body of an upload. @throws {HttpError} 413 */
async function readUpload({ upload }: SchoolContext): Promise<Buffer> {
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
async function prepareUpload(original: Buffer, name: string, scan: SchoolContext['scanner']['scan']) {
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

async function readCoursesInOrder(db: Queryable, school_id: number) {
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
const noName = { school: '', last_name: '', second_last_name: null, name: '' }

export const noticesHandlers = {
  async listNotices({ school_id, list = 'all', page = 1 }, context) {
    const { db } = context
    const viewer = viewerOf(context)
    const filter = { ...viewer, states: statesOfList[list] ?? [] }
    const range = { limit: NOTICE_PAGE_ROWS, offset: (page - 1) * NOTICE_PAGE_ROWS }
    const rows = await readNoticeList(db, school_id, filter, range)
    const asking = rows.filter(({ asks_receipt, state }) => asks_receipt && state === 'sent')
    const counts = await countReceipts(
      db,
      school_id,
      asking.map(({ id }) => id),
    )
    return {
      notices: rows.map(({ audience, levels, courses, families: _, total: __, ...row }) => ({
        ...row,
        audience_text: noticeAudienceText({ audience, levels, courses }, AUDIENCES),
        send_at: isoOf(row.send_at),
        sent_at: isoOf(row.sent_at),
        withdrawn_at: isoOf(row.withdrawn_at),
        receipts: asking.some(({ id }) => id === row.id)
          ? totalOf(counts.filter(({ notice_id }) => notice_id === row.id))
          : null,
      })),
      total: rows[0]?.total ?? 0,
      counts: await countNotices(db, school_id, viewer),
    }
  },

  async createNotice({ school_id }, context) {
    return { id: await insertNotice(context.db, school_id, await authorOf(context)) }
  },

  async getNoticeAudience({ school_id }, { db }) {
    return { courses: await readCoursesInOrder(db, school_id) }
  },

  async findFamilies({ school_id, text }, { db }) {
    return { students: await findNoticeStudents(db, school_id, { text }) }
  },

  async getNotice(request, context) {
    const { db } = context
    const notice = seen(await readNotice(db, request), context)
    const stored = await readNoticeFiles(db, request, notice.file_ids)
    const counts =
      notice.asks_receipt && notice.state === 'sent'
        ? await countReceipts(db, request.school_id, [notice.id])
        : []
    const courses = counts.length > 0 ? await readCoursesInOrder(db, request.school_id) : []
    return {
      id: notice.id,
      state: notice.state,
      title: notice.title,
      body: notice.body,
      audience: notice.audience,
      audience_text: noticeAudienceText(await readAudienceNames(db, request), AUDIENCES),
      levels: notice.levels,
      course_ids: notice.course_ids,
      students: await findNoticeStudents(db, request.school_id, { ids: notice.student_ids }),
      staff: notice.staff_name,
      role: notice.staff_role,
      version: notice.version,
      hash: await readVersionHash(db, request),
      send_at: isoOf(notice.send_at),
      sent_at: isoOf(notice.sent_at),
      ends_on: notice.ends_on,
      withdrawn_at: isoOf(notice.withdrawn_at),
      withdrawn_by: notice.withdrawn_by,
      changed_at: notice.changed_at.toISOString(),
      changed_by: notice.changed_by,
      asks_receipt: notice.asks_receipt,
      files: notice.file_ids.flatMap((id) => {
        const file = stored.find(({ file_id }) => file_id === id)
        return file ? { file_id: id, name: file.name, bytes: file.bytes } : []
      }),
      receipts: notice.asks_receipt && notice.state === 'sent' ? totalOf(counts) : null,
      courses: courses.flatMap(({ id, name }) => {
        const count = counts.find(({ course_id }) => course_id === id)
        return count ? { course_id: id, name, families: count.families, received: count.received } : []
      }),
      was_reminded_today: isToday(notice.reminded_at),
    }
  },

  async saveNotice({ school_id, notice_id, changed_at, ...draft }, context) {
    const request = { school_id, notice_id }
    refuseBeyondRole(draft, context)
    const saved = await withLocked(request, context, ['draft'], async (transaction, notice, author) => {
      refuseOutdated(notice, changed_at)
      await checkFiles(transaction, request, draft.file_ids)
      const { audience, levels, course_ids } = draft
      const courses =
        audience === 'level'
          ? await findCourses(transaction, school_id, { levels })
          : await findCourses(transaction, school_id, { ids: course_ids })
      return changeNotice(transaction, request, {
        ...draft,
        course_ids: courses,
        send_at: draft.send_at === null ? null : new Date(draft.send_at),
        changed_by: author.staff_name,
      })
    })
    return { changed_at: saved.toISOString() }
  },

  async addNoticeFile({ name, ...request }, context) {
    const { db, files, scanner } = context
    const original = await readUpload(context)
    const notice = seen(await readNotice(db, request), context)
    if (!['draft', 'sent'].includes(notice.state)) throw conflict(officeMessages.noticeIsNotSent)
    if ((await countNoticeFiles(db, request)) >= STORED_FILES_MAX)
      throw new HttpError(413, officeMessages.tooManyDocuments)
    const { bytes, name: file_name } = await prepareUpload(original, name, scanner.scan)
    const file_id = randomBytes(16).toString('hex')
    await files.write(file_id, bytes)
    const hash = createHash('sha256').update(bytes).digest('hex')
    await insertNoticeFile(db, request, { file_id, name: file_name, bytes: bytes.length, hash })
    return { file_id, name: file_name, bytes: bytes.length }
  },

  async getNoticeReach(request, context) {
    seen(await readNotice(context.db, request), context)
    return readReach(context.db, request)
  },

  /** Sends a draft, or schedules it if it has a time. */
  async sendNotice({ changed_at, ...request }, context) {
    const message = await withLocked(request, context, ['draft'], async (transaction, notice, author) => {
      refuseOutdated(notice, changed_at)
      refuseBeyondRole(notice, context)
      const { title, body, send_at, ends_on } = notice
      if (title.trim() === '' || body.trim() === '') throw new HttpError(400, officeMessages.noticeIncomplete)
      if (!(await hasFamilies(transaction, request)))
        throw new HttpError(400, officeMessages.noticeWithoutFamilies)
      if (send_at && send_at.getTime() < Date.now()) throw new HttpError(400, officeMessages.noticeTimePassed)
      const sending = (send_at ?? new Date()).toLocaleDateString('en-CA', { timeZone: 'America/Santiago' })
      if (ends_on !== null && ends_on < sending) throw new HttpError(400, officeMessages.noticeEnded)
      await changeNotice(transaction, request, {
        ...author,
        changed_by: author.staff_name,
        state: 'scheduled',
      })
      await auditNotice(transaction, send_at ? 'notice_scheduled' : 'notice_sent', request, context)
      if (send_at) return officeMessages.noticeScheduled
      await publishVersion(transaction, request, notice, author.staff_name)
      return officeMessages.noticeSent
    })
    return { success: true, message }
  },

  async unscheduleNotice(request, context) {
    await withLocked(request, context, ['scheduled'], (transaction, _notice, { staff_name }) =>
      changeNotice(transaction, request, { state: 'draft', changed_by: staff_name }),
    )
    return { success: true, message: officeMessages.noticeUnscheduled }
  },

  async correctNotice({ school_id, notice_id, changed_at, ...texts }, context) {
    const request = { school_id, notice_id }
    await withLocked(request, context, ['sent'], async (transaction, notice, author) => {
      refuseOutdated(notice, changed_at)
      refuseBeyondRole(notice, context)
      if (texts.title === '' || texts.body.trim() === '')
        throw new HttpError(400, officeMessages.noticeIncomplete)
      await checkFiles(transaction, request, texts.file_ids)
      const { title, body, file_ids, version } = notice
      const isSame =
        JSON.stringify([title, body, file_ids]) === JSON.stringify([texts.title, texts.body, texts.file_ids])
      if (isSame) throw new HttpError(400, officeMessages.noticeUnchanged)
      await auditNotice(transaction, 'notice_corrected', request, context, { version: version + 1 })
      await publishVersion(transaction, request, { ...texts, version }, author.staff_name)
    })
    return { success: true, message: officeMessages.noticeCorrected }
  },

  async withdrawNotice(request, context) {
    await withLocked(request, context, ['sent'], async (transaction, notice, { staff_name }) => {
      refuseBeyondRole(notice, context)
      await changeNotice(transaction, request, {
        state: 'withdrawn',
        withdrawn_at: new Date(),
        withdrawn_by: staff_name,
        changed_by: staff_name,
      })
      await auditNotice(transaction, 'notice_withdrawn', request, context)
    })
    return { success: true, message: officeMessages.noticeWithdrawn }
  },

  async discardNotice(request, context) {
    await withLocked(
      request,
      context,
      ['draft', 'scheduled'],
      async (transaction, _notice, { staff_name }) => {
        const blank = { title: '', body: '', file_ids: [], student_ids: [] }
        await changeNotice(transaction, request, { ...blank, state: 'discarded', changed_by: staff_name })
        await removeUnusedNoticeFiles(transaction, request, [])
      },
    )
    return { success: true, message: officeMessages.noticeDiscarded }
  },

  async getNoticeCourse({ course_id, ...request }, context) {
    const notice = seen(await readNotice(context.db, request), context)
    if (notice.version === 0 || !notice.asks_receipt) throw notFoundError()
    const families = await readReceipts(context.db, request, course_id)
    if (families.length === 0) throw notFoundError() // the notice is not for that course, or it is another school's
    return { families }
  },

  async exportReceipts(request, context) {
    const { db } = context
    const notice = seen(await readNotice(db, request), context)
    if (notice.version === 0 || !notice.asks_receipt) throw notFoundError()
    const families = await readReceipts(db, request, null)
    const hash = (await readVersionHash(db, request)) ?? ''
    await auditNotice(db, 'receipts_exported', request, context, { families: families.length })
    const header = ['Curso', 'Estudiante', 'Apoderado', 'Acuso recibo', 'Versión', 'SHA-256']
    const lines = families.flatMap(({ course, student, guardians }) =>
      (guardians.length > 0 ? guardians : [{ name: '', received_at: null }]).map(({ name, received_at }) => [
        course,
        student,
        name,
        received_at ?? 'Falta',
        String(notice.version),
        received_at ? hash : '',
      ]),
    )
    const csv = [header, ...lines].map((cells) => cells.map(cellOf).join(';')).join('\r\n')
    const body = Buffer.from(`\uFEFF${csv}\r\n`)
    return { content_type: 'text/csv; charset=utf-8', body, file_name: 'acuses.csv' }
  },

  async remindNotice(request, context) {
    const families = await withLocked(
      request,
      context,
      ['sent'],
      async (transaction, notice, { staff_name }) => {
        if (!notice.asks_receipt) throw notFoundError()
        if (isToday(notice.reminded_at)) throw conflict(officeMessages.noticeRemindedToday)
        await changeNotice(transaction, request, { reminded_at: new Date(), changed_by: staff_name })
        await auditNotice(transaction, 'notice_reminded', request, context)
        const reminded = await remindFamilies(transaction, request)
        if (reminded === 0) throw conflict(officeMessages.noticeHasReceipts)
        return reminded
      },
    )
    return { success: true as const, message: officeMessages.noticeReminded, families }
  },
} satisfies Partial<OfficeHandlers>
