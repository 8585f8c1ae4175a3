import { browsers, platforms } from '@apoderados/contract/devices'
import { bigint, boolean, index, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { keyOfSchool, moment, reference } from './columns.ts'
import { parentReference, parents, students } from './people.ts'

/** The one secret address by which calendar programs read a student's agenda and timetable as a parent sees them. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    parent_id: parentReference().notNull(),
    establishment_id: reference().notNull(),
    student_id: reference().notNull(),
    /** SHA-256 of the secret of 256 random bits, in hexadecimal. The secret itself is not stored. */
    secret_hash: text().notNull(),
    created_at: moment().notNull().defaultNow(),
    /** When a program last read the calendar, updated at most once an hour; null if no program has read it. */
    last_read_at: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.parent_id, table.establishment_id, table.student_id] }),
    keyOfSchool(table, table.student_id, students).onDelete('cascade'),
    uniqueIndex('calendar_feeds_secret').on(table.secret_hash),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    parent_id: reference()
      .notNull()
      .references(() => parents.id),
    client: text({ enum: ['web', 'native'] }).notNull(),
    /** What the browser said of itself at the sign-in; null if it is unknown. */
    platform: text({ enum: platforms }),
    browser: text({ enum: browsers }),
    created_at: moment().notNull().defaultNow(),
    last_seen_at: moment().notNull().defaultNow(),
    expires_at: moment().notNull(),
    revoked_at: moment(),
  },
  (table) => [
    index('sessions_parent').on(table.parent_id, table.last_seen_at),
    index('sessions_expiry').on(table.expires_at),
  ],
)

/** A device that has signed in to an account before (R25). It grants no access; strangers' attempts do not block it. */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** Keyed hash of the random proof that the device stores. */
    device: text().notNull(),
    parent_id: parentReference().notNull(),
    created_at: moment().notNull().defaultNow(),
    /** The device's last sign-in or password recovery. */
    last_used_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.device, table.parent_id] }),
    index('known_devices_parent').on(table.parent_id, table.last_used_at),
    index('known_devices_age').on(table.last_used_at),
  ],
)

/** The passkeys with which a parent signs in without a password, bound to the host of PUBLIC_URL. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text().primaryKey(),
    parent_id: parentReference().notNull(),
    name: text().notNull(),
    /** The id and the public key that the authenticator has made, both base64url. */
    credential_id: text().notNull().unique(),
    public_key: text().notNull(),
    /** The authenticator's signature counter; 0 for one that does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    created_at: moment().notNull().defaultNow(),
    last_used_at: moment(),
  },
  (table) => [index('passkeys_parent').on(table.parent_id)],
)

/** The signed challenges of passkeys that were used, until they expire: none counts twice. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    challenge: text().primaryKey(),
    expires_at: moment().notNull(),
  },
  (table) => [index('used_challenges_expiry').on(table.expires_at)],
)

/** The times of attempts whose number is limited, such as sign-ins, also for e-mails without account (R8, R9, R25). */
export const attempts = pgTable(
  'attempts',
  {
    /** The kind of attempt, then a keyed hash of the e-mail, the address or the device. */
    key: text().primaryKey(),
    /** The moments of attempts, oldest first: those that lay within the window of the `AttemptRule` at the last one. */
    moments: moment().array().notNull(),
    last_at: moment().notNull(),
  },
  (table) => [index('attempts_age').on(table.last_at)],
)

/**
 * The recovery code of an account, which has at most one (R8). An e-mail without account gets a row too, so that its
 * requests are treated alike, but the code of that row is not sent.
 */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** Keyed hash of the e-mail. */
    account: text().primaryKey(),
    parent_id: parentReference(),
    /** Keyed hash of the code. */
    code: text().notNull().unique(),
    /** The number of wrong attempts by unknown devices, from all addresses. */
    wrong_tries: smallint().notNull().default(0),
    /** True if a known device of the account requested the code: an unknown device's request does not replace it. */
    is_of_device: boolean().notNull().default(false),
    /** Keyed hash of that device: no other device's request replaces the code. */
    device: text(),
    expires_at: moment().notNull(),
  },
  (table) => [
    index('recovery_codes_parent').on(table.parent_id),
    index('recovery_codes_expiry').on(table.expires_at),
  ],
)

/**
 * The one-time password of an account whose parent has not chosen a password (R37). Its hash is a fast keyed
 * hash, as for a recovery code: 65 random bits cannot be guessed.
 */
export const invitations = pgTable(
  'invitations',
  {
    parent_id: parentReference().primaryKey(),
    /** The password is derived from this seed and a key outside the database when its mail or letter is written. */
    seed: text().notNull(),
    /** Keyed hash of the password. */
    code: text().notNull().unique(),
    expires_at: moment().notNull(),
  },
  (table) => [index('invitations_expiry').on(table.expires_at)],
)

/** The id of the key that the servers of this database sign with. Operator commands with another key are rejected. */
export const signingKeys = pgTable('signing_keys', {
  kid: text().primaryKey(),
  first_used_at: moment().notNull().defaultNow(),
})
