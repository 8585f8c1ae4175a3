import { serverMessages } from '@apoderados/contract/messages'
import { CONSENT_VERSION } from '@apoderados/contract/privacy'
import { todayInChile } from '@apoderados/contract/values/days'
import { audit } from '@apoderados/core/audit/audit'
import type { Database } from '@apoderados/core/db/client/open'
import { queueMail, queueStaffMail } from '@apoderados/core/mails/mails'
import { addConsent } from '@apoderados/core/privacy/consents'
import { dataOf, printData } from '@apoderados/core/privacy/dataFile'
import {
  daysLeft,
  dueOn,
  findRequestByKey,
  insertRequest,
  type RequestRow,
  readAnsweringStaff,
  readOwnRequests,
  readSchoolDay,
} from '@apoderados/core/privacy/dataRequests'
import {
  findRepresentedLink,
  hasOwnBlock,
  hasStudentAt,
  readContactReaderDays,
  readPrivacy,
} from '@apoderados/core/privacy/familyPrivacy'
import { readRecordReads } from '@apoderados/core/privacy/recordReads'
import { readFamily } from '@apoderados/core/students/families'
import type { Handlers } from '../../http/context.ts'
import { HttpError, notFoundError } from '../../http/errors.ts'

type SchoolDay = Awaited<ReturnType<typeof readSchoolDay>>

function requestOf(row: RequestRow, school: SchoolDay) {
  return {
    id: row.id,
    kind: row.kind,
    student_id: row.student_id,
    establishment_id: row.establishment_id,
    text: row.text,
    received_on: row.received_on,
    due_on: row.due_on,
    days_left: row.answers.length > 0 ? null : daysLeft(row, school),
    is_blocked: row.freezes,
    answers: row.answers.map(({ outcome, text, answered_on }) => ({ outcome, text, answered_on })),
  }
}

/** Returns the school of the student whom the parent represents by law. @throws {HttpError} 404, 403 */
async function requireRepresented(db: Database, caller: { parent_id: number; student_id: number }) {
  const link = await findRepresentedLink(db, caller)
  if (!link) throw notFoundError()
  if (!link.is_legal_representative) throw new HttpError(403, serverMessages.notRepresentative)
  return link
}

export const privacyHandlers = {
  async getPrivacy(_request, { db, parent_id }) {
    const [privacy, rows] = await Promise.all([readPrivacy(db, parent_id), readOwnRequests(db, parent_id)])
    if (!privacy) throw notFoundError()
    const days = new Map<number, SchoolDay>()
    for (const { establishment_id } of rows)
      if (!days.has(establishment_id)) days.set(establishment_id, await readSchoolDay(db, establishment_id))
    const requests = rows.map((row) => requestOf(row, days.get(row.establishment_id) as SchoolDay))
    return { ...privacy, requests }
  },

  async setConsent({ kind, student_id, is_granted, version }, { db, parent_id, session_id, address }) {
    if (version !== CONSENT_VERSION) throw new HttpError(409, serverMessages.consentTextChanged)
    if ((kind === 'photo') !== (student_id !== null)) throw new HttpError(400, serverMessages.badRequest)
    const link = student_id === null ? undefined : await requireRepresented(db, { parent_id, student_id })
    const isBlocked = link ? link.is_blocked : await hasOwnBlock(db, parent_id)
    if (is_granted && isBlocked) throw new HttpError(409, serverMessages.dataBlocked)
    const establishment_id = link?.establishment_id
    const student = establishment_id && student_id ? { establishment_id, student_id } : undefined
    await db.transaction(async (all) => {
      await addConsent(all, { parent_id, kind, student, is_granted, channel: 'app' })
      const detail = { kind, after: is_granted }
      await audit(all, { action: 'consent_changed', parent_id, session_id, address, ...student, detail })
    })
    return { success: true, message: serverMessages.consentSaved }
  },

  async getContactReaders(_request, { db, parent_id }) {
    return { days: await readContactReaderDays(db, parent_id) }
  },

  async getRecordReads({ student_id }, { db, parent_id, reads }) {
    await reads.flush()
    const link = await findRepresentedLink(db, { parent_id, student_id })
    if (!link) return { guardians: [] }
    const { establishment_id, is_legal_representative } = link
    // What the other guardians read is the student's data; of others than representatives, each sees their own.
    const only = is_legal_representative ? null : parent_id
    const rows = await readRecordReads(db, { establishment_id, student_id, only })
    const guardians = rows.map(({ parent_id: reader, name, days }) => ({
      name,
      is_own: reader === parent_id,
      days,
    }))
    return { guardians }
  },

  async getMyData({ format }, { db, parent_id }) {
    const family = await db.transaction((all) => readFamily(all, parent_id), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    })
    if (!family) throw notFoundError()
    const data = dataOf(family)
    const now = new Date()
    if (format === 'pdf')
      return {
        content_type: 'application/pdf',
        body: await printData(data, now),
        file_name: 'mis-datos.pdf',
      }
    const text = JSON.stringify({ generated_on: todayInChile(now), ...data }, null, 2)
    return { content_type: 'application/json', body: Buffer.from(text), file_name: 'mis-datos.json' }
  },

  async createDataRequest(request, { db, parent_id, session_id, address, mails }) {
    const { key, kind, establishment_id, student_id, text } = request
    const known = await findRequestByKey(db, { parent_id, key })
    if (known) return { success: true, message: serverMessages.requestReceived, ...known }
    const link = student_id === null ? undefined : await requireRepresented(db, { parent_id, student_id })
    const isOfSchool = link
      ? link.establishment_id === establishment_id
      : await hasStudentAt(db, parent_id, establishment_id)
    if (!isOfSchool) throw notFoundError()
    const due_on = dueOn(kind, await readSchoolDay(db, establishment_id))
    const id = await db.transaction(async (all) => {
      const id = await insertRequest(all, {
        establishment_id,
        parent_id,
        student_id,
        key,
        kind,
        text,
        due_on,
      })
      await queueMail(all, { kind: 'request_received', parent_id })
      for (const staff_id of await readAnsweringStaff(all, establishment_id))
        await queueStaffMail(all, { kind: 'staff_request', staff_id })
      await audit(all, {
        action: 'request_received',
        parent_id,
        session_id,
        address,
        establishment_id,
        student_id,
        detail: { request: id, kind },
      })
      return id
    })
    mails.wake()
    return { success: true, message: serverMessages.requestReceived, id, due_on }
  },
} satisfies Partial<Handlers>
