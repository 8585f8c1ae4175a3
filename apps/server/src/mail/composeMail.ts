import { ownerOfCode } from '@apoderados/core/accounts/recoveryCodes'
import type { Queryable } from '@apoderados/core/db/client/open'
import { findInvitation } from '@apoderados/core/invitations/liveInvitations'
import type { DueMail } from '@apoderados/core/mails/mails'
import type { Keys } from '@apoderados/core/secrets/keys'
import { codeHashes, revealCode } from '@apoderados/core/secrets/oneTimeCodes'
import type { Links } from '../auth/signedLinks.ts'
import { composeDigest } from './digestMail.ts'
import {
  calendarCreatedMail,
  emailChangedMail,
  invitationMail,
  type MailText,
  passwordChangedMail,
  recoveryMail,
} from './texts.ts'

/** `publicUrl` is the address of the app for families; undefined if PUBLIC_URL is not set. */
export type MailContext = {
  keys: Keys
  links: Pick<Links, 'endOfDigest'>
  publicUrl: string | undefined
}

/** Returns the text of a queued mail; undefined if its code or invitation is invalid, or its digest not to be sent. */
export async function composeMail(
  transaction: Queryable,
  mail: DueMail,
  context: MailContext,
): Promise<MailText | undefined> {
  const { keys, publicUrl } = context
  const { kind, name, email, seed } = mail
  if (kind === 'digest') return composeDigest(transaction, mail, context)
  if (kind === 'password_changed') return passwordChangedMail(name, mail.queued_at)
  if (kind === 'calendar_created') return calendarCreatedMail(name, mail.queued_at)
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
