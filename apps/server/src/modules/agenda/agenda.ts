import { api } from '@apoderados/contract/api'
import { BASE_PATH } from '@apoderados/contract/call'
import { documentType } from '@apoderados/database/files/fileStore'
import type { Handlers } from '../../http/context.ts'
import { notFound } from '../../http/errors.ts'
import { bodyOf } from '../../storage/files.ts'
import { countEvents, findDocument, findEvents } from './events.ts'

export const agenda = {
  async countDiaryEvents(request, { reads, parent_id }) {
    const days = await countEvents(reads).execute({ ...request, parent_id })
    return { diary_counts: Object.fromEntries(days.map(({ day, count }) => [day, count])) }
  },

  async getDiaryEvents(request, { reads, parent_id }) {
    const rows = await findEvents(reads).execute({ ...request, parent_id })
    return rows.map(({ course, document_id, ...event }) => ({
      ...event,
      course: course === null ? null : { description: course },
      document: document_id && BASE_PATH + api.getDocument.path.replace(':id', document_id),
    }))
  },

  async getDocument({ id: document_id }, { reads, files, parent_id }) {
    const [document] = await findDocument(reads).execute({ parent_id, document_id })
    const first = document && (await files.readPart(document_id, 0))
    const content_type = first && documentType(first.bytes, document.file_name)
    if (!content_type) throw notFound()
    return { content_type, body: bodyOf(files, document_id, first), file_name: document.file_name }
  },
} satisfies Partial<Handlers>
