import * as z from 'zod/mini'
import { messages } from './messages.ts'
import { Profile } from './profile.ts'
import { Email } from './values/email.ts'
import { RandomId } from './values/primitives.ts'

// The annotation lets the app's build leave out schemas that the app does not use.
/* @__NO_SIDE_EFFECTS__ */
const requiredText = (message: string) => z.string({ error: message }).check(z.minLength(1, message))

const PASSWORD_CODE_POINTS_MAX = 128
/** Counts code points in the NFC form, which the server hashes: a letter with its accent counts once (R6). */
const countCodePoints = (text: string) => Array.from(text.normalize('NFC')).length

/** A password that the parent chooses: 6 to 128 code points (spec §5, R6). */
export const NewPassword = z.string({ error: messages.passwordRequired }).check(
  z.minLength(1, messages.passwordRequired),
  z.refine((text) => countCodePoints(text) >= 6, messages.passwordTooShort),
  z.refine((text) => countCodePoints(text) <= PASSWORD_CODE_POINTS_MAX, messages.passwordTooLong),
)

export const LoginRequest = z.strictObject({
  email: Email,
  password: requiredText(messages.passwordRequired),
})
export const LoginResponse = z.object({
  success: z.literal(true),
  /** A blank token counts as missing (spec §8). */
  jwt: z.string().check(z.regex(/^\S+$/)),
  parent: Profile,
  message: z.string(),
})
export type LoginResponse = z.infer<typeof LoginResponse>

export const RecoveryRequest = z.strictObject({ email: Email })

export const RecoveryConfirmRequest = z.strictObject({
  email: Email,
  token: requiredText(messages.codeRequired),
  new_password: NewPassword,
})

export const RecoveryValidateRequest = z.strictObject({ token: requiredText(messages.codeRequired) })

export const ChangePasswordWithTokenRequest = z.strictObject({
  token: requiredText(messages.codeRequired),
  password1: NewPassword,
  password2: requiredText(messages.confirmationRequired),
})

export const ChangePasswordRequest = z.strictObject({
  current_password: requiredText(messages.passwordRequired),
  new_password: NewPassword,
})

/** The device's token at Apple's or Google's push service, or a browser's push subscription as JSON. */
export const PushTokenRequest = z.strictObject({
  token: requiredText(messages.pushTokenRequired).check(z.maxLength(4096, messages.pushTokenRequired)),
})

export const DocumentRequest = z.strictObject({ id: RandomId })
