import { UPCOMING_DAYS } from '@apoderados/contract/calendar/agenda'
import { addDays } from '@apoderados/contract/values/days'
import { documentType } from '@apoderados/core/files/fileStore'
import { findNoticeDocument } from '@apoderados/core/notices/familyNotices'
import { diaryEventOf } from '@apoderados/core/students/shownEvents'
import type { Handlers } from '../../http/context.ts'
import { notFoundError } from '../../http/errors.ts'
import { createFileBody } from '../../storage/files.ts'
import { countEvents, findDocument, findEvents, findUpcomingEvents } from './events.ts'

export const agendaHandlers = {
  async countDiaryEvents(request, { db, parent_id }) {
    const days = await countEvents(db).execute({ ...request, parent_id })
    return { diary_counts: Object.fromEntries(days.map(({ day, count }) => [day, count])) }
  },

  async getDiaryEvents(request, { db, parent_id }) {
    return (await findEvents(db).execute({ ...request, parent_id })).map(diaryEventOf)
  },

  async getUpcomingEvents(request, { db, parent_id }) {
    const last = addDays(request.date, UPCOMING_DAYS - 1)
    return (await findUpcomingEvents(db).execute({ ...request, last, parent_id })).map(diaryEventOf)
  },

  async getDocument({ id: document_id }, { db, files, parent_id }) {
    const [event] = await findDocument(db).execute({ parent_id, document_id })
    const file_name = event?.file_name ?? (await findNoticeDocument(db, parent_id, document_id))
    const first = file_name === undefined ? undefined : await files.readPart(document_id, 0)
    const content_type = first && documentType(first.bytes, file_name as string)
    if (!content_type) throw notFoundError()
    return { content_type, body: createFileBody(files, document_id, first), file_name: file_name as string }
  },
} satisfies Partial<Handlers>
