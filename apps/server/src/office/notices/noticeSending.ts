import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { readReach } from '@apoderados/core/notices/audience'
import {
  changeNotice,
  hasFamilies,
  publishVersion,
  readNotice,
  readVersionHash,
} from '@apoderados/core/notices/notices'
import { readReceipts, remindFamilies } from '@apoderados/core/notices/receipts'
import { HttpError, notFoundError } from '../../http/errors.ts'
import type { OfficeHandlers } from '../officeContext.ts'
import { cellOf } from '../register/register.ts'

import {
  auditNotice,
  checkFiles,
  conflict,
  isToday,
  refuseBeyondRole,
  refuseOutdated,
  seen,
  withLocked,
} from './noticeContext.ts'

export const noticeSendingHandlers = {
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
