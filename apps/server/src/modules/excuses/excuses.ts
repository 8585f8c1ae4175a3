import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ANNOUNCED_DAYS_MAX, type CreateExcuseRequest, EXCUSE_DAYS_MAX } from '@apoderados/contract/excuses'
import { serverMessages } from '@apoderados/contract/messages'
import { addDays, todayIn } from '@apoderados/contract/values/days'
import type { Queryable } from '@apoderados/core/db/client/open'
import { addWorkingDays } from '@apoderados/core/excuses/answerDay'
import {
  type ExcuseTarget,
  findExcuseByKey,
  findExcuses,
  findExcuseTarget,
  findOverlapping,
  findOwnExcuse,
  insertExcuse,
  isDecided,
  lockExcuses,
  readArrearStatuses,
  readAttendance,
  settleAttachment,
  withdrawExcuse,
} from '@apoderados/core/excuses/familyExcuses'
import type { Handlers } from '../../http/context.ts'
import { HttpError, notFoundError } from '../../http/errors.ts'
import { prepareExcuseAttachment } from './excuseAttachment.ts'

const conflict = (message: string) => new HttpError(409, message)
const invalid = (message: string) => new HttpError(400, message)

type ExcuseRow = Awaited<ReturnType<ReturnType<typeof findExcuses>['execute']>>[number]

function excuseOf({ excuse, school, sender, sent_at, ...decision }: ExcuseRow, parent_id: number) {
  if (!excuse) return []
  const is_own = excuse.parent_id === parent_id
  const sentOn = todayIn(school.time_zone, excuse.created_at)
  const { attachment_name: name, attachment_bytes: bytes, attachment_state } = excuse
  const attachment = name !== null &&
    bytes !== null &&
    attachment_state !== null && {
      name,
      bytes,
      state: attachment_state,
      removed_on: addDays(sentOn, school.attachment_days),
    }
  return [
    {
      id: excuse.id,
      kind: excuse.kind,
      from: excuse.from_day,
      to: excuse.to_day,
      state: decision.state ?? 'pending',
      sent_at,
      sender,
      is_own,
      reason: is_own ? excuse.reason : null,
      text: is_own ? excuse.text : null,
      attachment: (is_own && attachment) || null,
      answer_by: decision.state ? null : addWorkingDays(sentOn, school.excuse_answer_days),
      decided_at: decision.state ? decision.decided_at : null,
      explanation: decision.explanation ?? null,
    },
  ]
}

/** Whether the calendar has the day: 31 February is another day for JavaScript, and an error for PostgreSQL. */
const isRealDay = (day: string) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false

/** @throws {HttpError} 400, 409 unless the family may justify these days */
async function checkDays(db: Queryable, target: ExcuseTarget, request: CreateExcuseRequest): Promise<void> {
  const { kind, from, to } = request
  const { today } = target
  if (from > to || addDays(from, EXCUSE_DAYS_MAX) <= to) throw invalid(serverMessages.excuseDays)
  if (kind === 'arrear') {
    const statuses = await readArrearStatuses(db, target, from)
    if (from !== to || statuses.length === 0) throw invalid(serverMessages.excuseNoArrear)
    if (!statuses.includes('created')) throw conflict(serverMessages.excuseDecided)
    return
  }
  if (from >= today && to > addDays(today, ANNOUNCED_DAYS_MAX)) throw invalid(serverMessages.excuseTooLate)
  const days = await readAttendance(db, target, request)
  const isAbsent = (day: string) => days.some((each) => each.day === day && each.status === 'absent')
  const areAbsent = days.every(({ status }) => status === 'absent')
  const areRecorded = from >= today || (isAbsent(from) && isAbsent(to))
  if (!areAbsent || !areRecorded) throw invalid(serverMessages.excuseNotAbsent)
}

/** Reads the body of an upload. @throws {HttpError} 400 if it has not the announced size */
async function readUpload(upload: Readable, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let received = 0
  for await (const chunk of upload as AsyncIterable<Buffer>) {
    received += chunk.length
    if (received <= bytes) chunks.push(chunk) // what is too much is read, or the response would not arrive
  }
  if (received !== bytes) throw invalid(serverMessages.attachmentIncomplete)
  return Buffer.concat(chunks)
}

export const excusesHandlers = {
  async getExcuses({ student_id }, { db, parent_id, scanner }) {
    const rows = await findExcuses(db).execute({ student_id, parent_id })
    const school = rows[0]?.school
    return {
      excuses: rows.flatMap((row) => excuseOf(row, parent_id)),
      answer_days: school?.excuse_answer_days ?? 5,
      accepts_pdf: scanner.isActive,
      counts_justified: school?.counts_justified_absences ?? true,
    }
  },

  async createExcuse(request, { db, parent_id }) {
    const { student_id, key, kind, from, to, reason, text, attachment } = request
    const id = await db.transaction(async (all) => {
      const target = await findExcuseTarget(all, { student_id, parent_id })
      if (!target) throw notFoundError()
      await lockExcuses(all, target)
      const known = await findExcuseByKey(all, { parent_id, key })
      if (known !== undefined) return known
      if (![from, to].every(isRealDay)) throw invalid(serverMessages.excuseDays)
      const other = await findOverlapping(all, target, request)
      if (other)
        throw conflict(other === 'pending' ? serverMessages.excuseExists : serverMessages.excuseDecided)
      await checkDays(all, target, request)
      return insertExcuse(all, target, {
        parent_id,
        key,
        kind,
        from_day: from,
        to_day: to,
        reason,
        text,
        attachment_name: attachment?.name ?? null,
        attachment_bytes: attachment?.bytes ?? null,
      })
    })
    return { success: true, message: serverMessages.excuseSent, id }
  },

  /** Stores the file of an excuse. What cannot be opened safely is refused for good; the excuse stays. */
  async uploadExcuseAttachment({ student_id, excuse_id: id }, { db, files, parent_id, upload, scanner }) {
    const excuse = await findOwnExcuse(db, { id, student_id, parent_id })
    if (!excuse || excuse.withdrawn_at || excuse.attachment_state === null) throw notFoundError()
    const bytes = await readUpload(upload, excuse.attachment_bytes ?? 0)
    if (excuse.attachment_state === 'expected') {
      const prepared = await prepareExcuseAttachment(excuse.attachment_name ?? '', bytes, scanner)
      if (!prepared) {
        await settleAttachment(db, excuse, { attachment_state: 'refused', attachment_id: null })
        throw invalid(serverMessages.attachmentRefused)
      }
      const attachment_id = randomBytes(16).toString('hex')
      await files.write(attachment_id, prepared)
      const isSettled = await settleAttachment(db, excuse, { attachment_state: 'stored', attachment_id })
      if (!isSettled) await files.remove(attachment_id)
    }
    return { success: true, message: serverMessages.attachmentStored }
  },

  async withdrawExcuse({ student_id, excuse_id: id }, { db, parent_id }) {
    await db.transaction(async (all) => {
      const excuse = await findOwnExcuse(all, { id, student_id, parent_id }, { lock: true })
      if (!excuse) throw notFoundError()
      if (excuse.withdrawn_at) return
      if (await isDecided(all, excuse)) throw conflict(serverMessages.excuseDecided)
      await withdrawExcuse(all, excuse)
    })
    return { success: true, message: serverMessages.excuseWithdrawn }
  },
} satisfies Partial<Handlers>
