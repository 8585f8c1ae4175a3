import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/*
 * What a student owns carries `establishment_id` at the head of its primary key, so that the data of
 * many schools can be spread over several machines by it. Parents and their sessions belong to no
 * school: one parent may have children in two.
 */

/** Numbered by the database alone, so that no two rows of a table share an id, whatever their school. */
const id = () => bigint({ mode: 'number' }).generatedAlwaysAsIdentity()
const reference = () => bigint({ mode: 'number' })
const moment = () => timestamp({ withTimezone: true })
/** 128 random bits in hexadecimal: also the name of the file that holds it. */
const fileId = () => text()

export const establishments = pgTable(
  'establishments',
  {
    id: id().primaryKey(),
    name: text().notNull(),
    /** With its check digit: '90002-8'. */
    rbd: text().notNull().unique(),
    address: text(),
    /** E.164. */
    phone: text(),
    insign_id: fileId(),
    time_zone: text().notNull().default('America/Santiago'),
  },
  (table) => [index('establishments_insign').on(table.insign_id)],
)

export const parents = pgTable(
  'parents',
  {
    id: id().primaryKey(),
    /** As the contract's Email writes it: trimmed, lower case. */
    email: text().notNull().unique(),
    /** PHC string, argon2id. */
    password_hash: text().notNull(),
    /** False closes the account: no session lives, no sign-in passes. */
    is_active: boolean().notNull().default(true),
    name: text().notNull(),
    last_name: text().notNull(),
    phone: text(),
    rut: text(),
    rut_dv: text(),
    photo_id: fileId(),
    permission: text(),
    /** Shown to the families of the course only when the parent chose so (R2). */
    shares_phone: boolean().notNull().default(false),
    shares_email: boolean().notNull().default(false),
    password_changed: boolean().notNull().default(false),
    password_changed_at: moment(),
    last_login_at: moment(),
    account_confirmed: boolean().notNull().default(false),
    account_confirmed_at: moment(),
  },
  (table) => [index('parents_photo').on(table.photo_id)],
)

export const students = pgTable(
  'students',
  {
    establishment_id: reference()
      .notNull()
      .references(() => establishments.id),
    id: id(),
    name: text().notNull(),
    last_name: text().notNull(),
    second_last_name: text(),
    social_name: text(),
    /** The school's word that the family may read the social name at home. */
    shows_social_name: boolean().notNull().default(false),
    rut: text(),
    rut_dv: text(),
    birthday: date({ mode: 'string' }),
    gender: text(),
  },
  (table) => [primaryKey({ columns: [table.establishment_id, table.id] })],
)

export const courses = pgTable(
  'courses',
  {
    establishment_id: reference()
      .notNull()
      .references(() => establishments.id),
    id: id(),
    year: smallint().notNull(),
    /** '5° Básico'. */
    name: text().notNull(),
    letter: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    unique('courses_name').on(table.establishment_id, table.year, table.name, table.letter),
  ],
)

export const enrollments = pgTable(
  'enrollments',
  {
    establishment_id: reference().notNull(),
    id: id(),
    student_id: reference().notNull(),
    course_id: reference().notNull(),
    year: smallint().notNull(),
    list_number: smallint().notNull(),
    photo_id: fileId(),
    /** The family allowed the course to see the photo. */
    shares_photo: boolean().notNull().default(false),
    enrolled_on: date({ mode: 'string' }).notNull(),
    withdrawn_on: date({ mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    foreignKey({
      columns: [table.establishment_id, table.student_id],
      foreignColumns: [students.establishment_id, students.id],
    }),
    foreignKey({
      columns: [table.establishment_id, table.course_id],
      foreignColumns: [courses.establishment_id, courses.id],
    }),
    index('enrollments_student').on(table.establishment_id, table.student_id, table.year),
    index('enrollments_course').on(table.establishment_id, table.course_id, table.list_number),
    index('enrollments_photo').on(table.photo_id),
    // One course a student at a time.
    uniqueIndex('enrollments_current')
      .on(table.establishment_id, table.student_id, table.year)
      .where(sql`${table.withdrawn_on} is null`),
  ],
)

/** The link that every student route goes through (R1). */
export const studentParents = pgTable(
  'student_parents',
  {
    establishment_id: reference().notNull(),
    student_id: reference().notNull(),
    parent_id: reference()
      .notNull()
      .references(() => parents.id),
    parent_type: text({
      enum: ['father', 'mother', 'grandpa', 'brother', 'uncle', 'legal', 'other'],
    }).notNull(),
    other_type: text(),
    financial_proxy: boolean().notNull().default(false),
    /** Only a court order or the school's record may close it; the reason stands beside it. */
    has_access: boolean().notNull().default(true),
    no_access_reason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.student_id, table.parent_id] }),
    foreignKey({
      columns: [table.establishment_id, table.student_id],
      foreignColumns: [students.establishment_id, students.id],
    }),
    index('student_parents_parent').on(table.parent_id, table.student_id),
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

/** Failed sign-ins of an account or an address, counted alike whether the account exists. */
export const loginFailures = pgTable(
  'login_failures',
  {
    /** 'account:' and a keyed hash of the e-mail, or 'address:' and the address. */
    key: text().primaryKey(),
    failures: integer().notNull(),
    first_failed_at: moment().notNull(),
    blocked_until: moment().notNull(),
  },
  (table) => [index('login_failures_age').on(table.first_failed_at)],
)

/** Append-only: a trigger refuses any change but the retention job's (R30). */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id().primaryKey(),
    at: moment().notNull().defaultNow(),
    action: text().notNull(),
    parent_id: bigint({ mode: 'number' }),
    establishment_id: bigint({ mode: 'number' }),
    student_id: bigint({ mode: 'number' }),
    session_id: text(),
    address: text(),
    detail: jsonb(),
  },
  (table) => [index('audit_log_at').on(table.at), index('audit_log_parent').on(table.parent_id, table.at)],
)

/** One row while the database holds the demo school: rebuilt when its year has passed. */
export const demoSchool = pgTable(
  'demo_school',
  { year: smallint().primaryKey(), loaded_at: moment().notNull().defaultNow() },
  (table) => [check('demo_school_year', sql`${table.year} between 2000 and 2100`)],
)
