import { EXCUSE_PAGE_ROWS } from '@apoderados/contract/office/excuses'
import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { addDays } from '@apoderados/contract/values/days'
import { audit } from '@apoderados/core/audit/audit'
import type { Queryable } from '@apoderados/core/db/client/open'
import { addWorkingDays } from '@apoderados/core/excuses/answerDay'
import {
  appendDecisions,
  type InboxRow,
  lockExcuses,
  type OfficeExcuseRow,
  readEarlierExcuses,
  readInbox,
  readInboxCounts,
  readInboxRows,
  readLastDecision,
  readOfficeExcuse,
  saveExplanations,
} from '@apoderados/core/excuses/inbox'
import { documentType } from '@apoderados/core/files/fileStore'
import { readStaffMember } from '@apoderados/core/staff/staffMembers'
import { HttpError, notFoundError } from '../../http/errors.ts'
import { createFileBody } from '../../storage/files.ts'
import { conflictError } from '../conflict.ts'
import type { OfficeHandlers } from '../officeContext.ts'

function shown({ sent_on, excuse_answer_days, attachment_days: _, ...row }: InboxRow) {
  const answer_by = row.state === 'pending' ? addWorkingDays(sent_on, excuse_answer_days) : null
  return { ...row, answer_by }
}

function attachmentOf(row: OfficeExcuseRow) {
  const { attachment_name: name, attachment_bytes: bytes, attachment_state: state } = row
  if (name === null || bytes === null || state === null) return null
  return { name, bytes, state, removed_on: addDays(row.sent_on, row.attachment_days) }
}

async function findExcuse(db: Queryable, { school_id, excuse_id }: { school_id: number; excuse_id: number }) {
  const excuse = await readOfficeExcuse(db, school_id, excuse_id)
  if (!excuse) throw notFoundError()
  return excuse
}

/** Returns the 409 for an excuse that a colleague has decided, or its sender withdrawn, meanwhile. */
async function decidedMeanwhile(db: Queryable, school_id: number, id: number): Promise<HttpError> {
  const last = await readLastDecision(db, school_id, id)
  if (!last) return new HttpError(409, officeMessages.excuseWithdrawn)
  return conflictError({ by: last.staff, at: last.decided_at, current: last.state })
}

export const officeExcusesHandlers = {
  async listExcuses({ school_id, page = 1, ...filter }, { db }) {
    const range = { limit: EXCUSE_PAGE_ROWS, offset: (page - 1) * EXCUSE_PAGE_ROWS }
    const [{ rows, total }, counts] = await Promise.all([
      readInbox(db, school_id, filter, range),
      readInboxCounts(db, school_id),
    ])
    const { excuse_answer_days: answer_days, excuse_texts: saved_texts, ...others } = counts
    return { excuses: rows.map(shown), total, ...others, answer_days, saved_texts }
  },

  async getExcuse(request, { db }) {
    const { school_id } = request
    const excuse = await findExcuse(db, request)
    const earlier = await readEarlierExcuses(db, school_id, excuse)
    return {
      ...shown(excuse),
      reason: excuse.reason,
      text: excuse.text,
      sender: excuse.sender,
      attachment: attachmentOf(excuse),
      decided: excuse.decided,
      earlier,
      arrived_at: excuse.arrived_at,
    }
  },

  async getExcuseAttachment(request, { db, files, staff_id, session, address }) {
    const { attachment_id, student, id } = await findExcuse(db, request)
    const first = attachment_id ? await files.readPart(attachment_id, 0) : undefined
    const types = ['pdf', 'png', 'jpg'] as const
    const type = first && types.find((each) => documentType(first.bytes, `x.${each}`))
    if (!attachment_id || !first || !type) throw notFoundError()
    await audit(db, {
      action: 'excuse_attachment_read',
      staff_id,
      session_id: session.session_id,
      establishment_id: request.school_id,
      student_id: student.id,
      address,
      detail: { excuse: id },
    })
    return {
      content_type: documentType(first.bytes, `x.${type}`) as string,
      body: createFileBody(files, attachment_id, first),
      file_name: `adjunto.${type}`,
    }
  },

  /** Decides excuses together, or none of them if one was decided or withdrawn since the caller read it. */
  async decideExcuses({ school_id, excuses, state, explanation }, { db, staff_id, role, session, address }) {
    if (state === 'rejected' && explanation === '')
      throw new HttpError(400, officeMessages.explanationRequired)
    const ids = excuses.map(({ id }) => id)
    const member = await readStaffMember(db, staff_id)
    await db.transaction(async (all) => {
      const locked = await lockExcuses(all, school_id, ids)
      if (locked.length < new Set(ids).size) throw notFoundError()
      const rows = await readInboxRows(all, school_id, ids)
      for (const { id, decisions } of excuses) {
        const row = rows.find((each) => each.id === id)
        const isOpen = row && row.decisions === decisions && (row.state === 'pending' || row.sheet_status)
        if (!isOpen) throw await decidedMeanwhile(all, school_id, id)
      }
      await appendDecisions(all, school_id, rows, {
        state,
        explanation: explanation || null,
        staff_id,
        staff_name: member?.name ?? '',
        role,
      })
      for (const { id, student } of rows)
        await audit(all, {
          action: 'excuse_decided',
          staff_id,
          session_id: session.session_id,
          establishment_id: school_id,
          student_id: student.id,
          address,
          detail: { excuse: id, after: state },
        })
    })
    return { success: true, message: officeMessages.excusesDecided }
  },

  async saveExplanations({ school_id, texts }, { db }) {
    await saveExplanations(db, school_id, texts)
    return { success: true, message: officeMessages.explanationsSaved }
  },
} satisfies Partial<OfficeHandlers>
