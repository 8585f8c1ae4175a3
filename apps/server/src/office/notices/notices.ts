import { createHash, randomBytes } from 'node:crypto'
import { NOTICE_PAGE_ROWS } from '@apoderados/contract/office/notices'
import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { findNoticeStudents } from '@apoderados/core/notices/audience'
import { noticeAudienceText } from '@apoderados/core/notices/audienceText'
import {
  changeNotice,
  countNoticeFiles,
  countNotices,
  findCourses,
  insertNotice,
  insertNoticeFile,
  readAudienceNames,
  readNotice,
  readNoticeFiles,
  readNoticeList,
  readVersionHash,
  removeUnusedNoticeFiles,
} from '@apoderados/core/notices/notices'
import { countReceipts } from '@apoderados/core/notices/receipts'
import { HttpError } from '../../http/errors.ts'
import type { OfficeHandlers } from '../officeContext.ts'

import {
  AUDIENCES,
  authorOf,
  checkFiles,
  conflict,
  isoOf,
  isToday,
  prepareUpload,
  readCoursesInOrder,
  readUpload,
  refuseBeyondRole,
  refuseOutdated,
  STORED_FILES_MAX,
  seen,
  statesOfList,
  totalOf,
  viewerOf,
  withLocked,
} from './noticeContext.ts'

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
} satisfies Partial<OfficeHandlers>
