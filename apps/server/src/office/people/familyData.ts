import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { audit } from '@apoderados/core/audit/audit'
import { isLinkedElsewhere, isLinkedTo, lockStudent } from '@apoderados/core/people/accountChanges'
import { dataOf } from '@apoderados/core/privacy/dataFile'
import { eraseStudents } from '@apoderados/core/retention/erasure'
import { hasCurrentOrFutureEnrollment } from '@apoderados/core/retention/leavers'
import { readFamily } from '@apoderados/core/students/families'
import { HttpError, notFoundError } from '../../http/errors.ts'
import type { OfficeHandlers } from '../officeContext.ts'
import { auditAct, write } from './peopleChanges.ts'

const words = (text: string) => text.trim().toLocaleLowerCase('es').split(/\s+/).join(' ')

export const familyDataHandlers = {
  async eraseStudent({ school_id, student_id, typed_name, still_enrolled }, context) {
    const student = { establishment_id: school_id, student_id }
    const { file_ids } = await write(context, async (transaction) => {
      const row = await lockStudent(transaction, student)
      if (!row) throw notFoundError()
      const name = [row.name, row.last_name, row.second_last_name].filter(Boolean).join(' ')
      if (words(typed_name) !== words(name)) throw new HttpError(409, officeMessages.notTheStudentsName)
      const enrollable = { establishment_id: school_id, id: student_id }
      if (!still_enrolled && (await hasCurrentOrFutureEnrollment(transaction, enrollable)))
        throw new HttpError(409, officeMessages.studentIsEnrolled)
      const erased = await eraseStudents(transaction, context.keys, {
        establishment_id: school_id,
        student_ids: [student_id],
      })
      const detail = { erased_accounts: erased.account_ids, erased_files: erased.file_ids.length }
      await auditAct(transaction, context, school_id, 'people_student_erased', { student_id, detail })
      return erased
    })
    // A file that stays now is removed by `retention run --apply`.
    await Promise.allSettled(file_ids.map((id) => context.files.remove(id)))
    return { success: true, message: officeMessages.studentErased }
  },

  async exportFamily({ school_id, parent_id }, { db, staff_id, session, address }) {
    if (!(await isLinkedTo(db, parent_id, school_id))) throw notFoundError()
    // The file also has the account's own data, which then is not this school's alone.
    if (await isLinkedElsewhere(db, parent_id, school_id))
      throw new HttpError(409, officeMessages.guardianElsewhere)
    const family = await db.transaction((all) => readFamily(all, parent_id), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    })
    if (!family) throw notFoundError()
    await audit(db, {
      action: 'family_exported',
      staff_id,
      session_id: session.session_id,
      establishment_id: school_id,
      parent_id,
      address,
      detail: { students: family.students.flatMap(({ id }) => id ?? []) },
    })
    const text = JSON.stringify({ exported_at: new Date(), ...dataOf(family, false) }, null, 2)
    return {
      content_type: 'application/json',
      body: Buffer.from(`${text}\n`),
      file_name: `familia-${parent_id}.json`,
    }
  },
} satisfies Partial<OfficeHandlers>
