import { createHash } from 'node:crypto'
import { CONSENT_VERSION, type ConsentKind, consentTexts } from '@apoderados/contract/privacy'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import type { consents } from '../db/tables/privacy.ts'

/** The hash by which a consent names the text that was shown. */
const hashOf = (kind: ConsentKind) => createHash('sha256').update(consentTexts[kind], 'utf8').digest('hex')

type NewConsent = {
  parent_id: number
  kind: ConsentKind
  /** The student of a photo. */
  student?: { establishment_id: number; student_id: number } | undefined
  is_granted: boolean
  channel: (typeof consents.$inferSelect)['channel']
  /** Who of the staff notes it, in the console. */
  staff_id?: number
}

/** Notes a choice of a guardian. A trigger applies it: the contact or the photo is then shown, or not, at the next call. */
export async function addConsent(transaction: Queryable, consent: NewConsent): Promise<void> {
  const { parent_id, kind, student, is_granted, channel, staff_id } = consent
  const values = sql`${parent_id}, ${kind}, ${student?.establishment_id ?? null}, ${student?.student_id ?? null},
    ${is_granted}, ${CONSENT_VERSION}, ${hashOf(kind)}, ${channel}`
  // The server's account may not name a member of the staff: it notes what guardians do themselves.
  await transaction.execute(
    staff_id === undefined
      ? sql`insert into consents (parent_id, kind, establishment_id, student_id, is_granted, text_version, text_hash, channel)
          values (${values})`
      : sql`insert into consents (parent_id, kind, establishment_id, student_id, is_granted, text_version, text_hash, channel,
          staff_id) values (${values}, ${staff_id})`,
  )
}
