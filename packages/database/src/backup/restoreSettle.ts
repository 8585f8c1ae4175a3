import type pg from 'pg'
import type { Keys } from '../secrets/keys.ts'
import { isRevealable } from '../secrets/oneTimeCodes.ts'

/** What did not outlive the restore: mails that waited to leave, invitations made with another secret key. */
export type Ended = { mails: number; invitations: number }

/**
 * A backup is of the past: a session may have been ended since, a mail sent, a code used. And the copy of a school
 * that is restored for a test must not write to its families.
 */
export async function endWhatWasUnderWay(client: pg.Client, keys: Keys): Promise<Ended> {
  await client.query('update sessions set revoked_at = now() where revoked_at is null')
  await client.query('delete from push_tokens')
  await client.query('delete from recovery_codes')
  const { rowCount: mails } = await client.query(
    'delete from mails where sent_at is null and given_up_at is null',
  )
  const invitations = await endForeignInvitations(client, keys)
  await client.query('delete from signing_keys')
  await client.query('insert into signing_keys (kid) values ($1)', [keys[0].kid])
  return { mails: mails ?? 0, invitations }
}

/** Their passwords are derived from a key that is not ours: no letter nor mail would open an account. */
async function endForeignInvitations(client: pg.Client, keys: Keys): Promise<number> {
  type Row = { parent_id: string; seed: string }
  const { rows } = await client.query<Row>('select parent_id, seed from invitations')
  const foreign = rows.filter(({ seed }) => !isRevealable(keys, seed)).map(({ parent_id }) => parent_id)
  await client.query('delete from invitations where parent_id = any($1)', [foreign])
  return foreign.length
}
