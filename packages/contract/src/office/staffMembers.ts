import * as z from 'zod/mini'
import { Id, Instant, QueryId } from '../values/primitives.ts'
import { officeMessages } from './officeMessages.ts'
import { staffRoles } from './roles.ts'
import { StaffEmail } from './staffSession.ts'

export const SchoolRequest = z.strictObject({ school_id: QueryId })

const Role = z.enum(staffRoles)

export const StaffMember = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  /** 'invited' until the person has enrolled with password and second factor; 'expired' if the link no longer works. */
  state: z.enum(['active', 'invited', 'expired']),
  last_login_at: z.nullable(Instant),
  /** Who changed role or access last, and when; `changed_by` is null for the operator. */
  changed_by: z.nullable(z.string()),
  changed_at: Instant,
})
export type StaffMember = z.infer<typeof StaffMember>

export const StaffListResponse = z.object({ staff: z.array(StaffMember) })

export const InviteStaffRequest = z.strictObject({
  school_id: QueryId,
  email: StaffEmail,
  name: z
    .string({ error: officeMessages.nameRequired })
    .check(z.trim(), z.minLength(1, officeMessages.nameRequired), z.maxLength(120)),
  role: Role,
})

const staffOfSchool = { school_id: QueryId, staff_id: QueryId }
export const StaffMemberRequest = z.strictObject(staffOfSchool)
/** `changed_at` is the member's, as the list showed it: if somebody changed the member since, the answer is 409. */
export const ChangeStaffRoleRequest = z.strictObject({ ...staffOfSchool, role: Role, changed_at: Instant })
export const EndStaffRequest = z.strictObject({ ...staffOfSchool, changed_at: Instant })

/** The body of a 409: who changed the thing meanwhile, when, and its current value. */
export const Conflict = z.object({ by: z.nullable(z.string()), at: Instant, current: z.unknown() })
export type Conflict = z.infer<typeof Conflict>
