import { officeMessages } from '@apoderados/contract/office/officeMessages'
import type { RegisterAction } from '@apoderados/contract/office/register'
import type { StaffRole } from '@apoderados/contract/office/roles'
import { audit } from '@apoderados/core/audit/audit'
import type { Queryable } from '@apoderados/core/db/client/open'
import { inviteStaffMember } from '@apoderados/core/staff/staffInvitations'
import {
  addStaffMember,
  endStaffAccess,
  lockAccess,
  readStaffOfSchool,
  setStaffRole,
} from '@apoderados/core/staff/staffMembers'
import { HttpError, notFoundError } from '../../http/errors.ts'
import { conflictError } from '../conflict.ts'
import type { OfficeHandlers, SchoolContext } from '../officeContext.ts'

type Target = { school_id: number; staff_id: number }

/** Locks the access of another member. @throws {HttpError} 404, or 409 for the caller's own */
async function lockOther(transaction: Queryable, { school_id, staff_id }: Target, context: SchoolContext) {
  const access = await lockAccess(transaction, school_id, staff_id)
  if (!access) throw notFoundError()
  // A school must keep somebody who manages its staff.
  if (staff_id === context.staff_id) throw new HttpError(409, officeMessages.ownAccess)
  return access
}

/** Locks the access of another member whom nobody has changed since `changed_at`. @throws {HttpError} 404, 409 */
async function lockUnchanged(
  transaction: Queryable,
  target: Target & { changed_at: string },
  context: SchoolContext,
) {
  const access = await lockOther(transaction, target, context)
  if (access.changed_at !== target.changed_at)
    throw conflictError({ by: access.changed_by, at: access.changed_at, current: access.role })
  return access
}

type Change = { before?: StaffRole; after?: StaffRole }

/** Writes the line of a change of `target` by the caller. */
const auditChange = (
  transaction: Queryable,
  action: RegisterAction,
  { school_id, staff_id: member }: Target,
  { staff_id, session, address }: SchoolContext,
  change: Change = {},
) =>
  audit(transaction, {
    action,
    staff_id,
    establishment_id: school_id,
    session_id: session.session_id,
    address,
    detail: { member, ...change },
  })

export const staffHandlers = {
  async listStaff({ school_id }, { db }) {
    return { staff: await readStaffOfSchool(db, school_id) }
  },

  async inviteStaff({ school_id, ...person }, context) {
    const { db, keys, mails, staff_id: by } = context
    await db.transaction(async (transaction) => {
      const added = await addStaffMember(transaction, { school_id, ...person }, { by, keys })
      if (added === 'present') throw new HttpError(409, officeMessages.alreadyStaff)
      const target = { school_id, staff_id: added.staff_id }
      await auditChange(transaction, 'staff_invited', target, context, { after: person.role })
    })
    mails.wake()
    return { success: true, message: officeMessages.invitationSent }
  },

  async resetStaff(target, context) {
    const { db, keys, mails } = context
    await db.transaction(async (transaction) => {
      await lockOther(transaction, target, context)
      await inviteStaffMember(transaction, keys, target.staff_id)
      await auditChange(transaction, 'staff_reset', target, context)
    })
    mails.wake()
    return { success: true, message: officeMessages.invitationSent }
  },

  async changeStaffRole({ role, ...target }, context) {
    await context.db.transaction(async (transaction) => {
      const { role: before } = await lockUnchanged(transaction, target, context)
      await setStaffRole(transaction, { ...target, role, by: context.staff_id })
      await auditChange(transaction, 'staff_role_changed', target, context, { before, after: role })
    })
    return { success: true, message: officeMessages.roleChanged }
  },

  async endStaff(target, context) {
    await context.db.transaction(async (transaction) => {
      const { role: before } = await lockUnchanged(transaction, target, context)
      await endStaffAccess(transaction, { ...target, by: context.staff_id })
      await auditChange(transaction, 'staff_ended', target, context, { before })
    })
    return { success: true, message: officeMessages.accessEnded }
  },
} satisfies Partial<OfficeHandlers>
