import type { CallShape, ServerPolicy } from '../calls/call.ts'
import type { Permission } from './roles.ts'

/** The prefix of the path of every call of the console. */
export const OFFICE_BASE_PATH = '/api/v1/office'

/** Who may make a call of the console, and the rules that the server applies to it besides running its handler. */
export type OfficePolicy = ServerPolicy & {
  /**
   * The session that the call needs, else it gets 401: 'none'; 'password', in which the second factor is still due; or
   * 'full'.
   */
  session: 'none' | 'password' | 'full'
  /**
   * What the caller's role must allow at the school `school_id` of the path. A school that is not the caller's gets 404,
   * a role without the permission 403. Without it, the call is about the caller alone.
   */
  permission?: Permission
  /** The second factor must have been proved within the last ten minutes, else the call gets 403 with `reason: 'confirm'`. */
  needsConfirmation?: true
}

/** One call of the console, with the same meaning of `request` and `response` as a call of the families' API. */
export type OfficeCall = OfficePolicy & CallShape
