import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { breachAudienceNames } from '@apoderados/contract/office/privacy'
import type { RegisterAction } from '@apoderados/contract/office/register'
import { audit } from '@apoderados/core/audit/audit'
import type { Queryable } from '@apoderados/core/db/client/open'
import { changeNotice, insertNotice } from '@apoderados/core/notices/notices'
import {
  type BreachRow,
  insertBreach,
  noteTold,
  readAffected,
  readBreaches,
  readFamiliesOf,
} from '@apoderados/core/privacy/breaches'
import { readStaffMember } from '@apoderados/core/staff/staffMembers'
import { notFoundError } from '../../http/errors.ts'
import type { OfficeHandlers, SchoolContext } from '../officeContext.ts'
import { breachDrafts } from './breachDrafts.ts'

/** So many families a notice names by student; beyond, it goes to their courses. */
const NAMED_FAMILIES_MAX = 50
const SHOWN_STUDENTS = 50

const auditBreach = (
  transaction: Queryable,
  { staff_id, session, address }: SchoolContext,
  establishment_id: number,
  action: RegisterAction,
  detail: object,
) =>
  audit(transaction, { action, staff_id, session_id: session.session_id, establishment_id, address, detail })

/** Makes a draft of a notice to the affected families, which a person reads and sends. */
async function draftNotice(
  transaction: Queryable,
  context: SchoolContext,
  school_id: number,
  row: BreachRow,
) {
  const member = await readStaffMember(transaction, context.staff_id)
  const staff_name = member?.name ?? ''
  const author = { staff_id: context.staff_id, staff_name, staff_role: context.role }
  const notice_id = await insertNotice(transaction, school_id, author)
  const families = await readFamiliesOf(transaction, school_id, row.parent_ids)
  const student_ids = [...new Set(families.map(({ student_id }) => student_id))]
  const course_ids = [...new Set(families.map(({ course_id }) => course_id))]
  const isNamed = student_ids.length <= NAMED_FAMILIES_MAX
  await changeNotice(
    transaction,
    { school_id, notice_id },
    {
      title: 'Aviso sobre la seguridad de sus datos',
      body: breachDrafts(row).families,
      audience: isNamed ? 'families' : 'courses',
      student_ids: isNamed ? student_ids : [],
      course_ids: isNamed ? [] : course_ids,
      changed_by: staff_name,
    },
  )
  return notice_id
}

export const breachesHandlers = {
  async listBreaches({ school_id }, { db }) {
    const rows = await readBreaches(db, school_id)
    return {
      breaches: rows.map((row) => ({
        id: row.id,
        what: row.what,
        measures: row.measures,
        found_at: row.found_at,
        from: row.from,
        to: row.to,
        is_sensitive: row.is_sensitive,
        guardians: row.parent_ids.length,
        students: row.students,
        staff: row.staff,
        told: { agency: row.agency, csirt: row.csirt, families: row.families },
        drafts: breachDrafts(row),
      })),
    }
  },

  async getBreachScope(span, { db }) {
    const { parent_ids, students } = await readAffected(db, span)
    const first_students = students.slice(0, SHOWN_STUDENTS).map(({ name }) => name)
    return { guardians: parent_ids.length, students: students.length, first_students }
  },

  async recordBreach({ school_id, from, to, staff_id, parent_id, ...breach }, context) {
    await context.db.transaction(async (all) => {
      const affected = await readAffected(all, { school_id, from, to, staff_id, parent_id })
      const member = await readStaffMember(all, context.staff_id)
      const id = await insertBreach(all, {
        ...breach,
        establishment_id: school_id,
        from,
        to,
        parent_ids: affected.parent_ids,
        students: affected.students.length,
        staff_id: context.staff_id,
        staff_name: member?.name ?? '',
      })
      await auditBreach(all, context, school_id, 'breach_recorded', { breach: id })
    })
    return { success: true, message: officeMessages.breachRecorded }
  },

  async tellBreach({ school_id, breach_id, whom }, context) {
    const notice_id = await context.db.transaction(async (all) => {
      const [row] = await readBreaches(all, school_id, breach_id)
      if (!row) throw notFoundError()
      await noteTold(all, school_id, breach_id, whom)
      const detail = { breach: breach_id, about: breachAudienceNames[whom] }
      await auditBreach(all, context, school_id, 'breach_told', detail)
      return whom === 'families' ? draftNotice(all, context, school_id, row) : null
    })
    const message = notice_id === null ? officeMessages.breachTold : officeMessages.breachNotice
    return { success: true as const, message, notice_id }
  },
} satisfies Partial<OfficeHandlers>
