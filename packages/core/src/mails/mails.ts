import { and, asc, eq, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { deleteBatch } from '../db/client/deleteBatch.ts'
import { accountLimits, staffLimits } from '../db/client/limits.ts'
import { preparedQuery, type Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { invitations } from '../db/tables/accounts.ts'
import { mails } from '../db/tables/messages.ts'
import { parents } from '../db/tables/people.ts'
import { staff } from '../db/tables/staff.ts'
import { randomId } from '../secrets/keys.ts'
import { parentTimeZone } from './mailClock.ts'

type NewMail =
  | { kind: 'recovery_code'; parent_id: number | null; seed: string }
  | {
      kind:
        | 'password_changed'
        | 'calendar_created'
        | 'new_device'
        | 'passkeys_changed'
        | 'request_received'
        | 'request_answered'
      parent_id: number
    }

/** For how many minutes after it was queued a mail may be sent. */
const mailLifeMinutes = {
  recovery_code: accountLimits.recoveryCodeMinutes,
  password_changed: accountLimits.mailNoticeHours * 60,
  calendar_created: accountLimits.mailNoticeHours * 60,
  new_device: accountLimits.mailNoticeHours * 60,
  passkeys_changed: accountLimits.mailNoticeHours * 60,
  request_received: accountLimits.mailNoticeHours * 60,
  request_answered: accountLimits.mailNoticeHours * 60,
}

const addMail = preparedQuery((db) =>
  db
    .insert(mails)
    .select((query) =>
      query
        .select({
          id: sql<string>`${sql.placeholder('id')}::text`.as('id'),
          parent_id: parents.id,
          staff_id: sql<number | null>`null::bigint`.as('staff_id'),
          kind: sql<NewMail['kind']>`${sql.placeholder('kind')}::text`.as('kind'),
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
 * Queues a mail, which is sent after the transaction has committed. If `parent_id` is null, it runs the same statement
 * without effect, so that the time of the API's response does not reveal whether an account exists (R9).
 */
export async function queueMail(transaction: Queryable, mail: NewMail): Promise<void> {
  await addMail(transaction).execute({
    id: randomId(),
    seed: null,
    minutes: mailLifeMinutes[mail.kind],
    ...mail,
  })
}

/** Queues invitation mails, which expire with their invitations. Mails that a parent waits for are sent first. */
export async function queueInvitations(transaction: Queryable, parent_ids: number[]): Promise<void> {
  const ids = parent_ids.map(randomId)
  await transaction.execute(sql`
    insert into ${mails} (id, parent_id, kind, seed, expires_at)
    select made.id, ${invitations.parent_id}, 'invitation', ${invitations.seed}, ${invitations.expires_at}
    from unnest(${sql.param(ids)}::text[], ${sql.param(parent_ids)}::bigint[]) as made (id, parent_id)
    join ${invitations} on ${invitations.parent_id} = made.parent_id`)
}

/** A change of an account's e-mail; `old_email` is the one before the change. */
export type EmailChange = { parent_id: number; old_email: string }

/** Queues for each change a notice to the old e-mail. */
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

type NewStaffMail = { staff_id: number } & (
  | { kind: 'staff_invitation'; seed: string }
  | { kind: 'staff_security' | 'staff_request' | 'staff_request_overdue' }
)

/** Queues a mail to a staff member, which is sent after the transaction has committed. */
export async function queueStaffMail(transaction: Queryable, mail: NewStaffMail): Promise<void> {
  const hours =
    mail.kind === 'staff_invitation' ? staffLimits.invitationDays * 24 : accountLimits.mailNoticeHours
  const expires_at = sql<Date>`now() + make_interval(hours => ${hours})`
  await transaction.insert(mails).values({ id: randomId(), ...mail, expires_at })
}

export type DueMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>

/** Whether a mail is an invitation or a digest. The expression must be the same as in the index `mails_due`. */
const isBulkMail = sql`(${mails.kind} in ('invitation', 'digest'))`

/** Whether a mail is due. The second condition finds mails that were postponed while the clock was ahead (P11). */
const isDueMail = or(
  lte(mails.next_try_at, sql`now()`),
  sql`${mails.next_try_at} > now() + make_interval(mins => ${sql.raw(String(accountLimits.mailRetryMaxMinutes + 1))})`,
)

const findDueMail = preparedQuery((db) =>
  db
    .select({
      ...pick(mails, 'id', 'kind', 'seed', 'tries', 'queued_at'),
      is_expired: sql<boolean>`${mails.expires_at} <= now()`,
      email: sql<string>`coalesce(${mails.recipient}, ${parents.email}, ${staff.email})`.as('email'),
      name: sql<string>`coalesce(${parents.name}, ${staff.name})`.as('name'),
      time_zone: parentTimeZone.as('time_zone'),
    })
    .from(mails)
    .leftJoin(parents, eq(parents.id, mails.parent_id))
    .leftJoin(staff, eq(staff.id, mails.staff_id))
    .where(and(isNull(mails.sent_at), isNull(mails.given_up_at), isDueMail))
    .orderBy(isBulkMail, asc(mails.next_try_at))
    .limit(1)
    .for('update', { of: mails, skipLocked: true })
    .prepare('due_mail'),
)

/** Returns the next due mail, bulk mails last, and locks it for the transaction: no other process sends it too. */
export async function claimMail(transaction: Queryable) {
  const [mail] = await findDueMail(transaction).execute()
  return mail
}

/** The current time: now() would be the start of the transaction, and sending a mail may take long. */
const currentTime = sql`clock_timestamp()`

const isThisMail = eq(mails.id, sql.placeholder('id'))

/** Returns a function that records a mail's end and removes its seed and recipient. `name` is the statement's name. */
function prepareMarking(name: string, end: { sent_at: SQL } | { given_up_at: SQL }) {
  const update = preparedQuery((db) =>
    db
      .update(mails)
      .set({ ...end, seed: null, recipient: null })
      .where(isThisMail)
      .prepare(name),
  )
  return (transaction: Queryable, mail: DueMail) => update(transaction).execute(mail)
}

export const markSent = prepareMarking('mail_sent', { sent_at: currentTime })
export const markGivenUp = prepareMarking('mail_given_up', { given_up_at: currentTime })

const updatePostponed = preparedQuery((db) => {
  const next_try_at = sql`${currentTime} + make_interval(mins => ${sql.placeholder('minutes')}::int)`
  return db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, next_try_at })
    .where(and(isThisMail, lt(next_try_at, mails.expires_at)))
    .returning({ id: mails.id })
    .prepare('mail_later')
})

/** Schedules the next try in 1, 2, 4, … minutes, at most 60; false if the mail expires before and is given up. */
export async function postpone(transaction: Queryable, mail: DueMail): Promise<boolean> {
  const { mailRetryFirstMinutes, mailRetryMaxMinutes } = accountLimits
  const minutes = Math.min(mailRetryMaxMinutes, mailRetryFirstMinutes * 2 ** Math.min(mail.tries, 16))
  const postponed = await updatePostponed(transaction).execute({ id: mail.id, minutes })
  if (postponed.length === 0) await markGivenUp(transaction, mail)
  return postponed.length > 0
}

/** Deletes mails that were queued over a day ago and are sent, given up or expired for over an hour. */
export const removeOldMails = (db: Queryable) =>
  deleteBatch(
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
