import * as z from 'zod/mini'
import { Email, normalizeEmail } from '../values/email.ts'
import { Id, Instant, RandomId } from '../values/primitives.ts'
import { officeMessages } from './officeMessages.ts'
import { permissions, staffRoles } from './roles.ts'

const requiredText = (message: string) => z.string({ error: message }).check(z.minLength(1, message))

/** An e-mail in its normal form. */
export const StaffEmail = z.string({ error: officeMessages.emailRequired }).check(
  z.overwrite(normalizeEmail),
  z.minLength(1, officeMessages.emailRequired),
  z.refine((text) => Email.safeParse(text).success, officeMessages.emailInvalid),
)

export const STAFF_PASSWORD_CHARACTERS_MIN = 12
const PASSWORD_CHARACTERS_MAX = 128
const countCodePoints = (text: string) => Array.from(text.normalize('NFC')).length

/** A password that a staff member chooses (R6). The server also refuses a guessable one. */
export const NewStaffPassword = z.string({ error: officeMessages.passwordRequired }).check(
  z.minLength(1, officeMessages.passwordRequired),
  z.refine((text) => countCodePoints(text) >= STAFF_PASSWORD_CHARACTERS_MIN, officeMessages.passwordTooShort),
  z.refine((text) => countCodePoints(text) <= PASSWORD_CHARACTERS_MAX, officeMessages.passwordTooLong),
)

/** The six digits that an app of codes shows; blanks between them are ignored. */
const TotpCode = z.string({ error: officeMessages.codeForm }).check(
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, officeMessages.codeForm),
)
/** What `@simplewebauthn/browser` returns; the server checks it. */
const BrowserCredential = z.record(z.string(), z.unknown())
/** The options for `@simplewebauthn/browser`. */
export const PasskeyOptionsResponse = z.object({ options: z.record(z.string(), z.unknown()) })

export const StaffSignInRequest = z.strictObject({
  email: StaffEmail,
  password: requiredText(officeMessages.passwordRequired),
})
/** The second factors that the account has. A recovery code is possible in any case. */
export const StaffSignInResponse = z.object({
  success: z.literal(true),
  factors: z.object({ totp: z.boolean(), passkey: z.boolean() }),
})

/** A proof of the second factor: exactly one of the three. */
export const FactorProof = z
  .strictObject({
    code: z.optional(TotpCode),
    passkey: z.optional(BrowserCredential),
    recovery_code: z.optional(z.string()),
  })
  .check(
    z.refine(
      ({ code, passkey, recovery_code }) =>
        [code, passkey, recovery_code].filter((proof) => proof !== undefined).length === 1,
      officeMessages.oneProof,
    ),
  )
export type FactorProof = z.infer<typeof FactorProof>

/** The caller, with the schools of the caller and what the caller may do in each. */
export const MeResponse = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  /** When the session ends, even in use; it also ends after 30 minutes without use. */
  session_ends_at: Instant,
  schools: z.array(
    z.object({
      id: Id,
      name: z.string(),
      rbd: z.string(),
      /** The time zone by which the school's times are shown, such as 'America/Santiago'. */
      time_zone: z.string(),
      role: z.enum(staffRoles),
      permissions: z.array(z.enum(permissions)),
    }),
  ),
})
export type MeResponse = z.infer<typeof MeResponse>

export const FactorsResponse = z.object({
  factors: z.array(
    z.object({
      id: RandomId,
      kind: z.enum(['totp', 'passkey']),
      name: z.string(),
      created_at: Instant,
      last_used_at: z.nullable(Instant),
    }),
  ),
  recovery_codes_left: z.int(),
})

/** The secret of an app of codes, to type in, and as the address for a QR code. */
export const TotpStartResponse = z.object({ secret: z.string(), uri: z.string() })

const FactorName = requiredText(officeMessages.nameRequired).check(z.maxLength(60))
export const AddTotpRequest = z.strictObject({ name: FactorName, code: TotpCode })
export const AddPasskeyRequest = z.strictObject({ name: FactorName, passkey: BrowserCredential })
export const RemoveFactorRequest = z.strictObject({ id: RandomId })
export const RecoveryCodesResponse = z.object({ success: z.literal(true), codes: z.array(z.string()) })

export const ChangeStaffPasswordRequest = z.strictObject({
  current_password: requiredText(officeMessages.passwordRequired),
  new_password: NewStaffPassword,
})

const Invitation = z.string({ error: officeMessages.invitationInvalid }).check(z.maxLength(40))
export const EnrolmentRequest = z.strictObject({ invitation: Invitation })
export const EnrolmentResponse = z.object({
  name: z.string(),
  email: z.string(),
  schools: z.array(z.string()),
})
/** Sets the password and the second factor at once: exactly one of `code` and `passkey`. */
export const EnrolRequest = z
  .strictObject({
    invitation: Invitation,
    password: NewStaffPassword,
    factor_name: FactorName,
    code: z.optional(TotpCode),
    passkey: z.optional(BrowserCredential),
  })
  .check(
    z.refine(
      ({ code, passkey }) => (code === undefined) !== (passkey === undefined),
      officeMessages.oneProof,
    ),
  )
