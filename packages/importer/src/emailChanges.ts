import type { EmailChange } from '@apoderados/core/mails/mails'
import type pg from 'pg'
import { counted } from './counted.ts'
import { Refusal } from './explain.ts'

/** Returns the number of accounts whose e-mail the staged rows would change. */
export async function countEmailChanges(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: string }>('select count(distinct id) from email_changes')
  return Number(rows[0]?.count)
}

export const emailChangesOption = (count: number) => `--accept-email-changes ${count}`

/**
 * Returns a refusal unless the operator has accepted exactly `count` changes of e-mails, because each change may give
 * an account to the owner of another mailbox.
 */
export function refusalOfEmailChanges(
  count: number,
  { acceptedEmailChanges: accepted }: { acceptedEmailChanges?: number | undefined },
): Refusal | undefined {
  if (count === (accepted ?? 0)) return undefined
  const change = `${count === 1 ? 'Cambia' : 'Cambian'} ${counted(count, 'correo', 'correos')}`
  const optionText = accepted === undefined ? '' : `, y --accept-email-changes dice ${accepted}`
  const next =
    count === 0
      ? 'Repita sin esa opción.'
      : `Revise los avisos de arriba y repita con ${emailChangesOption(count)}.`
  return new Refusal(`${change}${optionText}: no se guardó nada. ${next}`)
}

/**
 * Locks the accounts whose e-mail the current merge is about to change. An account whose parent has meanwhile signed in
 * or set a password keeps its e-mail, which replaces the new one in the table `change`. Returns the other changes.
 */
export async function lockEmailChanges(client: pg.ClientBase): Promise<EmailChange[]> {
  const { rows } = await client.query<{ id: string; email: string; is_used: boolean }>(
    `select live.id, live.email, live.last_login_at is not null or live.password_hash is not null as is_used
    from parents live join change on change.live_id = live.id and change.is_changed
    where change.new_email <> live.email order by live.id for no key update of live`,
  )
  const usedAccounts = rows.filter(({ is_used }) => is_used)
  await client.query(
    'update change set new_email = live.email from parents live where change.live_id = live.id and live.id = any($1)',
    [usedAccounts.map(({ id }) => id)],
  )
  const unusedAccounts = rows.filter(({ is_used }) => !is_used)
  return unusedAccounts.map(({ id, email }) => ({ parent_id: Number(id), old_email: email }))
}
