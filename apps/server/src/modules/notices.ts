import { api } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { serverMessages } from '@apoderados/contract/messages'
import { roleNames } from '@apoderados/contract/office/roles'
import { noticeAudienceText } from '@apoderados/core/notices/audienceText'
import { addReceipt, noteNoticeRead, readFamilyNotices } from '@apoderados/core/notices/familyNotices'
import type { Handlers } from '../http/context.ts'
import { HttpError, notFoundError } from '../http/errors.ts'

const FAMILY_AUDIENCES = { school: 'todas las familias del colegio', families: 'tu familia' }

export const noticesHandlers = {
  async getNotices(_request, { db, parent_id }) {
    const rows = await readFamilyNotices(db, parent_id)
    return {
      notices: rows.map(({ role, audience, levels, courses, files, ...notice }) => ({
        ...notice,
        sender: roleNames[role],
        audience: `Para ${noticeAudienceText({ audience, levels, courses }, FAMILY_AUDIENCES)}`,
        files: files.map(({ file_id, ...file }) => ({
          ...file,
          document: BASE_PATH + api.getDocument.path.replace(':id', file_id),
        })),
      })),
    }
  },

  async markNoticeRead(version, { db, parent_id }) {
    if (!(await noteNoticeRead(db, parent_id, version))) throw notFoundError()
    return { success: true, message: serverMessages.noticeRead }
  },

  async acknowledgeNotice(version, { db, parent_id }) {
    const receipt = await addReceipt(db, parent_id, version)
    if (receipt === 'unknown') throw notFoundError()
    if (receipt === 'corrected') throw new HttpError(409, serverMessages.noticeCorrected)
    return { success: true as const, message: serverMessages.noticeReceived, ...receipt }
  },
} satisfies Partial<Handlers>
