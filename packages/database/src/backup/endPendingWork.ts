import type pg from 'pg'
import type { Keys } from '../secrets/keys.ts'
import { isRevealable } from '../secrets/oneTimeCodes.ts'

/** The numbers of waiting mails, and of invitations made with another secret key, that a restore has deleted. */
export type EndedWork = { mails: number; invitations: number }

/**
 * Ends what was valid or waiting when the backup was made: sessions, notifications, recovery codes, calendar addresses,
 * mails, and invitations made with another secret key. Since then a session may have ended, a mail may have been sent,
 * or a code may have been used. Also, a copy that is restored for a test must not send mail to families. It also
 * records the current secret key.
 */
export async function endPendingWork(client: pg.Client, keys: Keys): Promise<EndedWork> {
  await client.query('update sessions set revoked_at = now() where revoked_at is null')
  for (const table of ['push_tokens', 'pushes', 'due_news', 'calendar_feeds', 'recovery_codes'])
    await client.query(`delete from ${table}`)
  const { rowCount: mails } = await client.query(
    'delete from mails where sent_at is null and given_up_at is null',
  )
  const invitations = await endForeignInvitations(client, keys)
  await client.query('delete from signing_keys')
  await client.query('insert into signing_keys (kid) values ($1)', [keys[0].kid])
  return { mails: mails ?? 0, invitations }
}

/** Deletes the invitations made with unknown keys: their codes cannot be derived or checked. Returns their number. */
async function endForeignInvitations(client: pg.Client, keys: Keys): Promise<number> {
  type Row = { parent_id: string; seed: string }
  const { rows } = await client.query<Row>('select parent_id, seed from invitations')
  const foreign = rows.filter(({ seed }) => !isRevealable(keys, seed)).map(({ parent_id }) => parent_id)
  await client.query('delete from invitations where parent_id = any($1)', [foreign])
  return foreign.length
}
