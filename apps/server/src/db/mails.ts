import { and, asc, eq, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { limits } from '../config.ts'
import { randomId } from '../keys.ts'
import type { Queryable } from './open.ts'
import { invitations, mails, parents } from './schema.ts'
import { removeSome } from './someRows.ts'

type Queued =
  | { kind: 'recovery_code'; parent_id: number | null; seed: string }
  | { kind: 'password_changed'; parent_id: number }

const lifeMinutes = {
  recovery_code: limits.recoveryCodeMinutes,
  password_changed: limits.mailNoticeHours * 60,
}

/**
 * Sent once the transaction that caused it is there for good. `parent_id` null queues nothing, in the same time:
 * nobody can tell whether an account exists (R9).
 */
export async function queueMail(transaction: Queryable, mail: Queued): Promise<void> {
  const seed = mail.kind === 'recovery_code' ? mail.seed : null
  await transaction.execute(sql`
    insert into ${mails} (id, parent_id, kind, seed, expires_at)
    select ${randomId()}, ${parents.id}, ${mail.kind}, ${seed}, now() + make_interval(mins => ${lifeMinutes[mail.kind]})
    from ${parents} where ${parents.id} = ${mail.parent_id}`)
}

/** Of good use as long as the invitations themselves; what a parent waits for goes before them. */
export async function queueInvitations(transaction: Queryable, parent_ids: number[]): Promise<void> {
  const ids = parent_ids.map(randomId)
  await transaction.execute(sql`
    insert into ${mails} (id, parent_id, kind, seed, expires_at)
    select made.id, ${invitations.parent_id}, 'invitation', ${invitations.seed}, ${invitations.expires_at}
    from unnest(${sql.param(ids)}::text[], ${sql.param(parent_ids)}::bigint[]) as made (id, parent_id)
    join ${invitations} on ${invitations.parent_id} = made.parent_id`)
}

export type DueMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>

/** As the queue's index has it. */
const isInvitation = sql`(${mails.kind} = 'invitation')`

/** Or postponed further than any try is: by a clock that was ahead (P11). */
const isDue = or(
  lte(mails.next_try_at, sql`now()`),
  sql`${mails.next_try_at} > now() + make_interval(mins => ${sql.raw(String(limits.mailRetryMaxMinutes + 1))})`,
)

/**
 * The mail that waits longest, invitations last, held until the transaction ends: no other process takes it
 * meanwhile.
 */
export async function claimMail(transaction: Queryable) {
  const [mail] = await transaction
    .select({
      id: mails.id,
      kind: mails.kind,
      seed: mails.seed,
      tries: mails.tries,
      queued_at: mails.queued_at,
      is_expired: sql<boolean>`${mails.expires_at} <= now()`,
      email: parents.email,
      name: parents.name,
    })
    .from(mails)
    .innerJoin(parents, eq(parents.id, mails.parent_id))
    .where(and(isNull(mails.sent_at), isNull(mails.given_up_at), isDue))
    .orderBy(isInvitation, asc(mails.next_try_at))
    .limit(1)
    .for('update', { of: mails, skipLocked: true })
  return mail
}

// A try may take longer than the transaction's own now() tells.
const atLast = sql`clock_timestamp()`

export const markSent = (transaction: Queryable, { id }: DueMail) =>
  transaction.update(mails).set({ sent_at: atLast, seed: null }).where(eq(mails.id, id))

export const markGivenUp = (transaction: Queryable, { id }: DueMail) =>
  transaction.update(mails).set({ given_up_at: atLast, seed: null }).where(eq(mails.id, id))

/** Tries again in 1, 2, 4, … minutes; false, and no more tries, when the mail would be of no use by then. */
export async function postpone(transaction: Queryable, mail: DueMail): Promise<boolean> {
  const { mailRetryFirstMinutes, mailRetryMaxMinutes } = limits
  const minutes = Math.min(mailRetryMaxMinutes, mailRetryFirstMinutes * 2 ** Math.min(mail.tries, 16))
  const next_try_at = sql`${atLast} + make_interval(mins => ${minutes})`
  const postponed = await transaction
    .update(mails)
    .set({ tries: mail.tries + 1, next_try_at })
    .where(and(eq(mails.id, mail.id), lt(next_try_at, mails.expires_at)))
    .returning({ id: mails.id })
  if (postponed.length === 0) await markGivenUp(transaction, mail)
  return postponed.length > 0
}

/** A day after they were queued, when none is tried any more. */
export const removeOldMails = (db: Queryable) =>
  removeSome(
    db,
    mails,
    and(
      lt(mails.queued_at, sql`now() - interval '1 day'`),
      or(
        isNotNull(mails.sent_at),
        isNotNull(mails.given_up_at),
        lt(mails.expires_at, sql`now() - interval '1 hour'`),
      ),
    ) as SQL,
  )
