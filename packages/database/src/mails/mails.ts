import { and, asc, eq, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { deleteInBatches } from '../client/deleteInBatches.ts'
import { accountLimits } from '../client/limits.ts'
import { prepared, type Queryable } from '../client/open.ts'
import { invitations, mails, parents } from '../schema/schema.ts'
import { randomId } from '../secrets/keys.ts'

type Queued =
  | { kind: 'recovery_code'; parent_id: number | null; seed: string }
  | { kind: 'password_changed'; parent_id: number }

const lifeMinutes = {
  recovery_code: accountLimits.recoveryCodeMinutes,
  password_changed: accountLimits.mailNoticeHours * 60,
}

const addMail = prepared((db) =>
  db
    .insert(mails)
    .select((query) =>
      query
        .select({
          id: sql<string>`${sql.placeholder('id')}::text`.as('id'),
          parent_id: parents.id,
          kind: sql<Queued['kind']>`${sql.placeholder('kind')}::text`.as('kind'),
          seed: sql<string | null>`${sql.placeholder('seed')}::text`.as('seed'),
          recipient: sql<string | null>`null::text`.as('recipient'),
          queued_at: sql<Date>`now()`.as('queued_at'),
          expires_at: sql<Date>`now() + make_interval(mins => ${sql.placeholder('minutes')}::int)`.as(
            'expires_at',
          ),
          tries: sql<number>`0`.as('tries'),
          next_try_at: sql<Date>`now()`.as('next_try_at'),
          sent_at: sql<Date | null>`null::timestamptz`.as('sent_at'),
          given_up_at: sql<Date | null>`null::timestamptz`.as('given_up_at'),
        })
        .from(parents)
        .where(eq(parents.id, sql.placeholder('parent_id'))),
    )
    .prepare('queue_mail'),
)

/**
 * Sent once the transaction that caused it is there for good. `parent_id` null queues nothing, in the same time:
 * nobody can tell whether an account exists (R9).
 */
export async function queueMail(transaction: Queryable, mail: Queued): Promise<void> {
  await addMail(transaction).execute({ id: randomId(), seed: null, minutes: lifeMinutes[mail.kind], ...mail })
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

/** An account whose e-mail has just become another one. */
export type EmailChange = { parent_id: number; old_email: string }

/** To the addresses that were the accounts' until now. */
export async function queueNoticesToOldEmail(transaction: Queryable, changes: EmailChange[]): Promise<void> {
  const parent_ids = changes.map(({ parent_id }) => parent_id)
  const [ids, old_emails] = [parent_ids.map(randomId), changes.map(({ old_email }) => old_email)]
  await transaction.execute(sql`
    insert into ${mails} (id, parent_id, kind, recipient, expires_at)
    select made.id, made.parent_id, 'email_changed', made.email,
      now() + make_interval(hours => ${accountLimits.mailNoticeHours})
    from unnest(${sql.param(ids)}::text[], ${sql.param(parent_ids)}::bigint[], ${sql.param(old_emails)}::text[])
      as made (id, parent_id, email)`)
}

export type DueMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>

/** As the queue's index has it. */
const isInvitation = sql`(${mails.kind} = 'invitation')`

/** Or postponed further than any try is: by a clock that was ahead (P11). */
const isDue = or(
  lte(mails.next_try_at, sql`now()`),
  sql`${mails.next_try_at} > now() + make_interval(mins => ${sql.raw(String(accountLimits.mailRetryMaxMinutes + 1))})`,
)

const findDue = prepared((db) =>
  db
    .select({
      id: mails.id,
      kind: mails.kind,
      seed: mails.seed,
      tries: mails.tries,
      queued_at: mails.queued_at,
      is_expired: sql<boolean>`${mails.expires_at} <= now()`,
      email: sql<string>`coalesce(${mails.recipient}, ${parents.email})`.as('email'),
      name: parents.name,
    })
    .from(mails)
    .innerJoin(parents, eq(parents.id, mails.parent_id))
    .where(and(isNull(mails.sent_at), isNull(mails.given_up_at), isDue))
    .orderBy(isInvitation, asc(mails.next_try_at))
    .limit(1)
    .for('update', { of: mails, skipLocked: true })
    .prepare('due_mail'),
)

/**
 * The mail that waits longest, invitations last, held until the transaction ends: no other process takes it
 * meanwhile.
 */
export async function claimMail(transaction: Queryable) {
  const [mail] = await findDue(transaction).execute()
  return mail
}

// A try may take longer than the transaction's own now() tells.
const atLast = sql`clock_timestamp()`

const isIt = eq(mails.id, sql.placeholder('id'))

const noSecrets = { seed: null, recipient: null }

const noteSent = prepared((db) =>
  db
    .update(mails)
    .set({ sent_at: atLast, ...noSecrets })
    .where(isIt)
    .prepare('mail_sent'),
)

const noteGivenUp = prepared((db) =>
  db
    .update(mails)
    .set({ given_up_at: atLast, ...noSecrets })
    .where(isIt)
    .prepare('mail_given_up'),
)

const noteLater = prepared((db) => {
  const next_try_at = sql`${atLast} + make_interval(mins => ${sql.placeholder('minutes')}::int)`
  return db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, next_try_at })
    .where(and(isIt, lt(next_try_at, mails.expires_at)))
    .returning({ id: mails.id })
    .prepare('mail_later')
})

export const markSent = (transaction: Queryable, mail: DueMail) => noteSent(transaction).execute(mail)

export const markGivenUp = (transaction: Queryable, mail: DueMail) => noteGivenUp(transaction).execute(mail)

/** Tries again in 1, 2, 4, … minutes; false, and no more tries, when the mail would be of no use by then. */
export async function postpone(transaction: Queryable, mail: DueMail): Promise<boolean> {
  const { mailRetryFirstMinutes, mailRetryMaxMinutes } = accountLimits
  const minutes = Math.min(mailRetryMaxMinutes, mailRetryFirstMinutes * 2 ** Math.min(mail.tries, 16))
  const postponed = await noteLater(transaction).execute({ id: mail.id, minutes })
  if (postponed.length === 0) await markGivenUp(transaction, mail)
  return postponed.length > 0
}

/** A day after they were queued, when none is tried any more. */
export const removeOldMails = (db: Queryable) =>
  deleteInBatches(
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
