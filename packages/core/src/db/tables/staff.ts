import { staffRoles } from '@apoderados/contract/office/roles'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { id, isOneOf, moment, reference } from './columns.ts'
import { schoolReference } from './schools.ts'

/** A reference to a staff member. The row is deleted with the member's account. */
export const staffReference = () =>
  reference().references((): AnyPgColumn => staff.id, { onDelete: 'cascade' })

/** A person who works in the console of one or several schools. The row stays when the access ends: old lines name it. */
export const staff = pgTable('staff', {
  id: id().primaryKey(),
  /** In the normal form of the contract's Email. */
  email: text().notNull().unique(),
  name: text().notNull(),
  /** A PHC string of argon2id; null until the person enrols, and after a reset or the end of the last access. */
  password_hash: text(),
  password_changed_at: moment(),
  last_login_at: moment(),
  created_at: moment().notNull().defaultNow(),
})

/** The schools in which a staff member works, with one role in each. */
export const staffSchools = pgTable(
  'staff_schools',
  {
    staff_id: staffReference().notNull(),
    establishment_id: schoolReference(),
    role: text({ enum: staffRoles }).notNull(),
    created_at: moment().notNull().defaultNow(),
    /** Who changed role or access last, and when. `changed_by` is null for the operator. */
    changed_by: reference().references((): AnyPgColumn => staff.id, { onDelete: 'set null' }),
    changed_at: moment().notNull().defaultNow(),
    ended_at: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.staff_id, table.establishment_id] }),
    index('staff_schools_school').on(table.establishment_id),
    check('staff_schools_role', isOneOf(table.role, staffRoles)),
  ],
)

/** The second factors of a staff member: at most one app of codes (TOTP), and passkeys. */
export const staffFactors = pgTable(
  'staff_factors',
  {
    id: text().primaryKey(),
    staff_id: staffReference().notNull(),
    kind: text({ enum: ['totp', 'passkey'] }).notNull(),
    name: text().notNull(),
    /** The secret of TOTP, encrypted by a key outside the database. */
    secret: text(),
    /** The 30-second step of the last accepted code: no code counts twice. */
    last_step: bigint({ mode: 'number' }),
    /** A passkey's id, public key (both base64url), signature counter and transports. */
    credential_id: text().unique(),
    public_key: text(),
    counter: bigint({ mode: 'number' }).notNull().default(0),
    transports: text().array(),
    created_at: moment().notNull().defaultNow(),
    last_used_at: moment(),
  },
  (table) => [
    index('staff_factors_staff').on(table.staff_id),
    uniqueIndex('staff_factors_totp').on(table.staff_id).where(sql`${table.kind} = 'totp'`),
    check(
      'staff_factors_kind',
      sql`case ${table.kind} when 'totp' then ${table.secret} is not null and ${table.credential_id} is null
        when 'passkey' then ${table.secret} is null and num_nulls(${table.credential_id}, ${table.public_key}) = 0
        else false end`,
    ),
  ],
)

/** The unused recovery codes of a staff member. A used code is deleted. */
export const staffRecoveryCodes = pgTable(
  'staff_recovery_codes',
  {
    /** Keyed hash of the code. */
    code: text().primaryKey(),
    staff_id: staffReference().notNull(),
  },
  (table) => [index('staff_recovery_codes_staff').on(table.staff_id)],
)

/** The one-time link by which a staff member without password enrols: password, second factor and recovery codes. */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    staff_id: staffReference().primaryKey(),
    /** The link's secret is derived from this seed and a key outside the database when its mail is written. */
    seed: text().notNull(),
    /** Keyed hash of the secret. */
    code: text().notNull().unique(),
    expires_at: moment().notNull(),
    /** The second factor that the person is registering: the encrypted secret of TOTP, the challenge of a passkey. */
    totp_secret: text(),
    challenge: text(),
  },
  (table) => [index('staff_invitations_expiry').on(table.expires_at)],
)

/** The open sessions of the console. A row is deleted when its session ends. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: text().primaryKey(),
    /** SHA-256 of the cookie's 256 random bits, in hexadecimal. */
    token_hash: text().notNull().unique(),
    staff_id: staffReference().notNull(),
    /** False after the password alone: such a session only asks for the second factor. */
    has_factor: boolean().notNull(),
    created_at: moment().notNull().defaultNow(),
    last_seen_at: moment().notNull().defaultNow(),
    expires_at: moment().notNull(),
    /** When the person last proved a second factor, and which one; `confirmed_by` is null for a recovery code. */
    confirmed_at: moment(),
    confirmed_by: text(),
    /** What a passkey has to sign, and the encrypted secret of TOTP that the person is registering. */
    challenge: text(),
    totp_secret: text(),
  },
  (table) => [
    index('staff_sessions_staff').on(table.staff_id),
    index('staff_sessions_expiry').on(table.expires_at),
  ],
)
