import type pg from 'pg'
import type { Keys } from '../keys.ts'

/** What did not outlive the restore: mails that waited to leave, invitations made with another secret key. */
export type Ended = { mails: number; invitations: number }

/**
 * A backup is of the past: a session may have been ended since, a mail sent, a code used. And the copy of a school
 * that is restored for a test must not write to its families.
 */
export async function endWhatWasUnderWay(client: pg.Client, [current, ...others]: Keys): Promise<Ended> {
  await client.query('update sessions set revoked_at = now() where revoked_at is null')
  await client.query('delete from push_tokens')
  await client.query('delete from recovery_codes')
  const { rowCount: mails } = await client.query(
    'delete from mails where sent_at is null and given_up_at is null',
  )
  const kids = [current, ...others].map(({ kid }) => kid)
  // Their passwords are derived from a key that is not ours: no letter nor mail would open an account.
  const { rowCount: invitations } = await client.query(
    'delete from invitations where not exists (select from signing_keys where kid = any($1))',
    [kids],
  )
  await client.query('delete from signing_keys')
  await client.query('insert into signing_keys (kid) values ($1)', [current.kid])
  return { mails: mails ?? 0, invitations: invitations ?? 0 }
}
