import { newsKinds } from '@apoderados/contract/news'
import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sessions } from './accounts.ts'
import { id, isOneOf, keyOfSchool, moment, reference } from './columns.ts'
import { parentReference, students } from './people.ts'
import { staffReference } from './staff.ts'

export const mailKinds = [
  'recovery_code',
  'password_changed',
  'email_changed',
  'calendar_created',
  'new_device',
  'passkeys_changed',
  'invitation',
  'digest',
  'staff_invitation',
  'staff_security',
  'request_received',
  'request_answered',
  'staff_request',
  'staff_request_overdue',
] as const

/** Mails to be sent and, for a day, those that were sent or given up. A mail's text is written when it is sent. */
export const mails = pgTable(
  'mails',
  {
    /** 32 random hexadecimal digits. The Message-ID contains them, so that it is the same at every try. */
    id: text().primaryKey(),
    /** The recipient: a parent or a staff member. */
    parent_id: parentReference(),
    staff_id: staffReference(),
    kind: text({ enum: mailKinds }).notNull(),
    /** The code is derived from it and a key outside the database. Null without code, or once sent or given up. */
    seed: text(),
    /** The old e-mail, for the notice of its change; null for mails to the account's own, or once sent or given up. */
    recipient: text(),
    queued_at: moment().notNull().defaultNow(),
    /** After this moment the mail is given up, because it is of no use to the parent. */
    expires_at: moment().notNull(),
    tries: smallint().notNull().default(0),
    next_try_at: moment().notNull().defaultNow(),
    sent_at: moment(),
    given_up_at: moment(),
  },
  (table) => [
    // Invitations and digests, of which there may be thousands, are sent after the mails that parents wait for.
    index('mails_due')
      .on(sql`(${table.kind} in ('invitation', 'digest'))`, table.next_try_at)
      .where(sql`${table.sent_at} is null and ${table.given_up_at} is null`),
    index('mails_age').on(table.queued_at),
    index('mails_parent').on(table.parent_id),
    index('mails_staff').on(table.staff_id),
    check('mails_kind', isOneOf(table.kind, mailKinds)),
    check('mails_recipient', sql`num_nonnulls(${table.parent_id}, ${table.staff_id}) = 1`),
  ],
)

/** The push addresses of devices. A row is deleted with its session (R17). */
export const pushTokens = pgTable(
  'push_tokens',
  {
    /** SHA-256 of what identifies the device: a browser's endpoint, Apple's digits in lower case, or the token. */
    token_hash: text().primaryKey(),
    token: text().notNull(),
    session_id: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    saved_at: moment().notNull(),
  },
  (table) => [index('push_tokens_session').on(table.session_id)],
)

/** Notifications to be sent, by device, student and kind. A row is deleted when it is sent or given up. */
export const pushes = pgTable(
  'pushes',
  {
    id: id().primaryKey(),
    session_id: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    establishment_id: reference().notNull(),
    student_id: reference().notNull(),
    kind: text({ enum: newsKinds }).notNull(),
    /** The changes that the notification announces. */
    change_ids: bigint({ mode: 'number' }).array().notNull(),
    queued_at: moment().notNull().defaultNow(),
    due_at: moment().notNull(),
    tries: smallint().notNull().default(0),
    /** Until when a process has leased the notification in order to send it; null without a lease. */
    claimed_until: moment(),
  },
  (table) => [
    keyOfSchool(table, table.student_id, students).onDelete('cascade'),
    // Later changes are added to the notification until its first lease; its text must not change afterwards.
    uniqueIndex('pushes_open')
      .on(table.session_id, table.establishment_id, table.student_id, table.kind)
      .where(sql`${table.tries} = 0`),
    index('pushes_due').on(table.due_at),
    index('pushes_session').on(table.session_id),
    index('pushes_student').on(table.establishment_id, table.student_id),
    check('pushes_kind', isOneOf(table.kind, newsKinds)),
  ],
)
