import { findMailedSignIn } from '@apoderados/core/accounts/openSessions'
import { ownerOfCode } from '@apoderados/core/accounts/recoveryCodes'
import type { Queryable } from '@apoderados/core/db/client/open'
import { findInvitation } from '@apoderados/core/invitations/liveInvitations'
import { findDigestNews } from '@apoderados/core/mails/digestNews'
import { findDigest } from '@apoderados/core/mails/digests'
import type { DueMail } from '@apoderados/core/mails/mails'
import type { Keys } from '@apoderados/core/secrets/keys'
import { codeHashes, revealCode } from '@apoderados/core/secrets/oneTimeCodes'
import { findStaffInvitation } from '@apoderados/core/staff/staffInvitations'
import type { Links } from '../auth/signedLinks.ts'
import { addressOfNews, countText } from '../push/texts.ts'
import {
  calendarCreatedMail,
  type DigestChild,
  digestMail,
  emailChangedMail,
  invitationMail,
  type MailText,
  newDeviceMail,
  passkeysChangedMail,
  passwordChangedMail,
  recoveryMail,
  requestAnsweredMail,
  requestReceivedMail,
  staffInvitationMail,
  staffRequestMail,
  staffSecurityMail,
} from './texts.ts'

export type MailContext = {
  keys: Keys
  links: Pick<Links, 'endOfDigest'>
  /** The address of the app for families; undefined if PUBLIC_URL is not set. */
  publicUrl: string | undefined
  /** The address of the console; undefined if the server has none. */
  officeUrl?: string | undefined
}

type DigestNews = Awaited<ReturnType<ReturnType<typeof findDigestNews>['execute']>>

const digestChildrenOf = (news: DigestNews, publicUrl: string): DigestChild[] =>
  Array.from(Map.groupBy(news, ({ student_id }) => student_id).values(), (ofChild) => ({
    name: ofChild[0]?.name.trim().split(/\s+/)[0] ?? '',
    lines: ofChild.map(({ student_id, kind, count, are_added }) => {
      const batch = { kind, change_ids: Array(count).fill(0), changes: [], are_added }
      return { text: countText(batch), url: publicUrl + addressOfNews({ ...batch, student_id }) }
    }),
  }))

/**
 * Returns the digest with the news that the parent may see now, or undefined if there is no news, if the parent has
 * ended the digests meanwhile, or if PUBLIC_URL is not set.
 */
async function composeDigest(
  transaction: Queryable,
  mail: DueMail,
  { links, publicUrl }: MailContext,
): Promise<MailText | undefined> {
  const digest = await findDigest(transaction, mail.id)
  if (!digest || !publicUrl) return undefined
  const news = await findDigestNews(transaction).execute(digest)
  if (news.length === 0) return undefined
  const endUrl = publicUrl + links.endOfDigest(digest.parent_id)
  const { is_chosen: isChosen } = digest
  return digestMail(mail.name, digestChildrenOf(news, publicUrl), { publicUrl, endUrl, isChosen })
}
/** Returns the address at which an invited staff member enrols. */
export const enrolmentLink = (officeUrl: string, secret: string) => `${officeUrl}/registro#${secret}`

/** Returns the text of a queued mail; undefined if its code or invitation is invalid, or its digest not to be sent. */
export async function composeMail(
  transaction: Queryable,
  mail: DueMail,
  context: MailContext,
): Promise<MailText | undefined> {
  const { keys, publicUrl } = context
  const { kind, name, email, seed, time_zone } = mail
  if (kind === 'digest') return composeDigest(transaction, mail, context)
  if (kind === 'password_changed') return passwordChangedMail(name, mail.queued_at, time_zone)
  if (kind === 'calendar_created') return calendarCreatedMail(name, mail.queued_at, time_zone)
  if (kind === 'passkeys_changed') return passkeysChangedMail(name, mail.queued_at, time_zone)
  if (kind === 'new_device') {
    const [device] = await findMailedSignIn(transaction).execute({ mail_id: mail.id })
    return newDeviceMail(name, device, mail.queued_at, time_zone)
  }
  if (kind === 'email_changed') return emailChangedMail(name, mail.queued_at, time_zone)
  if (kind === 'request_received') return requestReceivedMail(name, mail.queued_at, time_zone)
  if (kind === 'request_answered') return requestAnsweredMail(name)
  if (kind === 'staff_request' || kind === 'staff_request_overdue')
    return staffRequestMail(name, {
      officeUrl: context.officeUrl,
      isOverdue: kind === 'staff_request_overdue',
    })
  if (kind === 'staff_security') return staffSecurityMail(name, mail.queued_at, time_zone)
  if (kind === 'staff_invitation') return composeStaffInvitation(transaction, mail, context)
  const use = kind === 'invitation' ? 'invitation' : 'recovery'
  const code = revealCode(keys, use, seed ?? '')
  if (!code) return undefined
  if (use === 'recovery') {
    const isLive = (await ownerOfCode(transaction, codeHashes(keys, use, code))) !== undefined
    return isLive ? recoveryMail(name, code) : undefined
  }
  const invitation = await findInvitation(transaction, codeHashes(keys, use, code))
  return invitation && invitationMail({ name, email, password: code, publicUrl, time_zone, ...invitation })
}

async function composeStaffInvitation(
  transaction: Queryable,
  { name, seed }: DueMail,
  { keys, officeUrl }: MailContext,
): Promise<MailText | undefined> {
  const secret = revealCode(keys, 'staff_invitation', seed ?? '')
  if (!secret || !officeUrl) return undefined
  const found = await findStaffInvitation(transaction, codeHashes(keys, 'staff_invitation', secret))
  return (
    found && staffInvitationMail({ name, link: enrolmentLink(officeUrl, secret), schools: found.schools })
  )
}
