import { findInvitation } from '../db/liveInvitations.ts'
import type { DueMail } from '../db/mails.ts'
import type { Queryable } from '../db/open.ts'
import { ownerOfCode } from '../db/recoveryCodes.ts'
import type { Keys } from '../keys.ts'
import { codeHashes, revealCode } from '../oneTimeCodes.ts'
import {
  emailChangedMail,
  invitationMail,
  type MailText,
  passwordChangedMail,
  recoveryMail,
} from './texts.ts'

/** `publicUrl`: where families find the app, when somebody told. */
export type MailWriter = { keys: Keys; publicUrl: string | undefined }

/** As it leaves; undefined for a code or an invitation that another one, its use or its end has voided meanwhile. */
export async function writeMail(
  transaction: Queryable,
  mail: DueMail,
  { keys, publicUrl }: MailWriter,
): Promise<MailText | undefined> {
  const { kind, name, email, seed } = mail
  if (kind === 'password_changed') return passwordChangedMail(name, mail.queued_at)
  if (kind === 'email_changed') return emailChangedMail(name, mail.queued_at)
  const use = kind === 'invitation' ? 'invitation' : 'recovery'
  const code = revealCode(keys, use, seed ?? '')
  if (!code) return undefined
  if (use === 'recovery') {
    const isLive = (await ownerOfCode(transaction, codeHashes(keys, use, code))) !== undefined
    return isLive ? recoveryMail(name, code) : undefined
  }
  const invitation = await findInvitation(transaction, codeHashes(keys, use, code))
  return invitation && invitationMail({ name, email, password: code, publicUrl, ...invitation })
}
