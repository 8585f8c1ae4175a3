import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { REQUEST_PAGE_ROWS } from '@apoderados/contract/office/privacy'
import { audit } from '@apoderados/core/audit/audit'
import type { Database } from '@apoderados/core/db/client/open'
import { queueMail } from '@apoderados/core/mails/mails'
import { dataOf, printData } from '@apoderados/core/privacy/dataFile'
import {
  appendAnswer,
  countWaiting,
  daysLeft,
  lockRequest,
  type RequestRow,
  readInbox,
  readRequest,
  readRequestPeople,
  readSchoolDay,
} from '@apoderados/core/privacy/dataRequests'
import { readRegister } from '@apoderados/core/staff/schoolRegister'
import { readStaffMember } from '@apoderados/core/staff/staffMembers'
import { readFamily } from '@apoderados/core/students/families'
import { HttpError, notFoundError } from '../../http/errors.ts'
import { conflictError } from '../conflict.ts'
import type { OfficeHandlers } from '../officeContext.ts'

const ACTS_SHOWN = 20

type SchoolDay = Awaited<ReturnType<typeof readSchoolDay>>

/** What every role that sees the inbox reads of a request: not what was asked, nor about whom. */
const listed = (row: RequestRow, school: SchoolDay) => ({
  id: row.id,
  kind: row.kind,
  guardian: row.guardian,
  received_at: row.received_at,
  due_on: row.due_on,
  days_left: row.answers.length > 0 ? null : daysLeft(row, school),
  is_blocked: row.freezes,
})

async function findRequest(
  db: Database,
  { school_id, request_id }: { school_id: number; request_id: number },
) {
  const row = await readRequest(db, school_id, request_id)
  if (!row) throw notFoundError()
  return row
}

/** Returns what the staff did about the student, else about the guardian, since the request. */
async function readActs(db: Database, school_id: number, { parent_id, student_id, received_on }: RequestRow) {
  const about = student_id === null ? {} : { student_id }
  const lines = await readRegister(db, { school_id, ...about, from: received_on }, { limit: 500 })
  const isAbout = (line: (typeof lines)[number]) =>
    line.staff !== null && (student_id !== null || line.guardian?.id === parent_id)
  return lines.filter(isAbout).slice(0, ACTS_SHOWN)
}

export const dataRequestsHandlers = {
  async listDataRequests({ school_id, view, page = 1 }, { db }) {
    const range = { limit: REQUEST_PAGE_ROWS, offset: (page - 1) * REQUEST_PAGE_ROWS }
    const [{ rows, total }, pending, school] = await Promise.all([
      readInbox(db, school_id, view, range),
      countWaiting(db, school_id),
      readSchoolDay(db, school_id),
    ])
    return { requests: rows.map((row) => listed(row, school)), total, pending }
  },

  async getDataRequest(request, { db }) {
    const row = await findRequest(db, request)
    const [school, people, acts] = await Promise.all([
      readSchoolDay(db, request.school_id),
      readRequestPeople(db, row),
      readActs(db, request.school_id, row),
    ])
    const answers = row.answers.map(({ outcome, text, staff, answered_at }) => ({
      outcome,
      text,
      staff,
      answered_at,
    }))
    return { ...listed(row, school), text: row.text, ...people, answers, acts }
  },

  async answerDataRequest({ school_id, request_id, outcome, text, answers }, context) {
    const { db, staff_id, role, session, address } = context
    const member = await readStaffMember(db, staff_id)
    await db.transaction(async (all) => {
      await lockRequest(all, school_id, request_id)
      const row = await readRequest(all, school_id, request_id)
      if (!row) throw notFoundError()
      const last = row.answers.at(-1)
      if (last && row.answers.length !== answers)
        throw conflictError({ by: last.staff, at: last.answered_at, current: last.outcome })
      const isLifting = outcome === 'lifted'
      if (isLifting && (!row.freezes || !last)) throw new HttpError(409, officeMessages.notBlocked)
      if (!isLifting && last) throw new HttpError(409, officeMessages.answerOnce)
      await appendAnswer(all, row, { outcome, text, staff_id, staff_name: member?.name ?? '', role })
      if (row.parent_id !== null) await queueMail(all, { kind: 'request_answered', parent_id: row.parent_id })
      await audit(all, {
        action: 'request_answered',
        staff_id,
        session_id: session.session_id,
        establishment_id: school_id,
        parent_id: row.parent_id,
        student_id: row.student_id,
        address,
        detail: { request: request_id, kind: row.kind, after: outcome },
      })
    })
    context.mails.wake()
    return { success: true, message: officeMessages.requestAnswered }
  },

  async getDataOfRequest(request, { db, staff_id, session, address }) {
    const { parent_id, student_id } = await findRequest(db, request)
    const read = () =>
      db.transaction((all) => readFamily(all, parent_id as number), {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      })
    const family = parent_id === null ? undefined : await read()
    if (!family) throw new HttpError(409, officeMessages.requestErased)
    await audit(db, {
      action: 'request_data_read',
      staff_id,
      session_id: session.session_id,
      establishment_id: request.school_id,
      parent_id,
      student_id,
      address,
      detail: { request: request.request_id },
    })
    // What other schools keep of the family is not this school's to read.
    const students = family.students.filter(
      ({ id, establishment }) => establishment.id === request.school_id && (student_id ?? id) === id,
    )
    const data_requests = family.data_requests.filter(
      ({ establishment_id }) => establishment_id === request.school_id,
    )
    const consents = family.consents.filter(
      (consent) => consent.student_id === null || students.some(({ id }) => id === consent.student_id),
    )
    const body = await printData(dataOf({ ...family, students, data_requests, consents }, false), new Date())
    return { content_type: 'application/pdf', body, file_name: `solicitud-${request.request_id}.pdf` }
  },
} satisfies Partial<OfficeHandlers>
