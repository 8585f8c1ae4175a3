import { arrearStatuses } from '@apoderados/contract/attendance'
import { observationPlaces, observationTypes } from '@apoderados/contract/observations'
import { parentTypes } from '@apoderados/contract/profile'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
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
  time,
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
/** SHA-256 of the file as it was imported, by which the next import knows it again; null for what none brought. */
const fileHash = () => text()
/** The school's own name of a row, by which an import finds it again; null for what none brought. */
const code = () => text()
const isOneOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`

export const mailKinds = ['recovery_code', 'password_changed', 'email_changed', 'invitation'] as const

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
    insign_hash: fileHash(),
    time_zone: text().notNull().default('America/Santiago'),
    /** How an average's second decimal is dropped: half up, or cut off. */
    rounding: text({ enum: ['round', 'truncate'] })
      .notNull()
      .default('round'),
    /** Whether an assessment counts by its weight in the subject's average. */
    uses_weights: boolean().notNull().default(false),
  },
  (table) => [index('establishments_insign').on(table.insign_id)],
)

export const parents = pgTable(
  'parents',
  {
    id: id().primaryKey(),
    /** As the contract's Email writes it: trimmed, lower case. */
    email: text().notNull().unique(),
    /** The operator's word: it stands against what a sheet says, until one says the same. */
    email_by_operator: boolean().notNull().default(false),
    /** PHC string, argon2id; null until the first password of their own: an invitation opens the account. */
    password_hash: text(),
    /** False closes the account: no session lives, no sign-in passes. */
    is_active: boolean().notNull().default(true),
    name: text().notNull(),
    last_name: text().notNull(),
    phone: text(),
    rut: text().unique(),
    rut_dv: text(),
    /** Of who has no RUT: 'ipa:100123456' or 'passport:AB123456'. */
    foreign_document: text().unique(),
    photo_id: fileId(),
    photo_hash: fileHash(),
    permission: text(),
    /** Shown to the families of the course only when the parent chose so (R2). */
    shares_phone: boolean().notNull().default(false),
    shares_email: boolean().notNull().default(false),
    /** Taken back: no sheet shows it again, only the operator's word. */
    withdrew_phone: boolean().notNull().default(false),
    withdrew_email: boolean().notNull().default(false),
    password_changed: boolean().notNull().default(false),
    password_changed_at: moment(),
    last_login_at: moment(),
    /** The sign-in before that one, which the parent is shown as the last. */
    previous_login_at: moment(),
    account_confirmed: boolean().notNull().default(false),
    account_confirmed_at: moment(),
    created_at: moment().notNull().defaultNow(),
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
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    unique('students_rut').on(table.establishment_id, table.rut),
  ],
)

export const courses = pgTable(
  'courses',
  {
    establishment_id: reference()
      .notNull()
      .references(() => establishments.id),
    id: id(),
    year: smallint().notNull(),
    code: code(),
    /** '5° Básico'. */
    name: text().notNull(),
    letter: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    unique('courses_name').on(table.establishment_id, table.year, table.name, table.letter),
    unique('courses_code').on(table.establishment_id, table.year, table.code),
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
    photo_hash: fileHash(),
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
    parent_type: text({ enum: parentTypes }).notNull(),
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

/** Who teaches and writes observations. */
export const employees = pgTable(
  'employees',
  {
    establishment_id: reference()
      .notNull()
      .references(() => establishments.id),
    id: id(),
    name: text().notNull(),
    last_name: text().notNull(),
    second_last_name: text(),
    rut: text(),
    rut_dv: text(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    unique('employees_rut').on(table.establishment_id, table.rut),
  ],
)

/** A subject as one course has it, with its teacher. */
export const courseSubjects = pgTable(
  'course_subjects',
  {
    establishment_id: reference().notNull(),
    id: id(),
    course_id: reference().notNull(),
    code: code(),
    position: smallint().notNull(),
    name: text().notNull(),
    /** `number` is 1,0 to 7,0, `other` a concept ('MB'); null is not assessed, as a workshop. */
    scale_type: text({ enum: ['number', 'other'] }),
    /** False where the law keeps a subject out of the period's average though it has numbers. */
    counts_in_average: boolean().notNull().default(true),
    /** True: only the enrolments in `electiveEnrollments` take it. */
    is_elective: boolean().notNull().default(false),
    employee_id: reference(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    foreignKey({
      columns: [table.establishment_id, table.course_id],
      foreignColumns: [courses.establishment_id, courses.id],
    }),
    foreignKey({
      columns: [table.establishment_id, table.employee_id],
      foreignColumns: [employees.establishment_id, employees.id],
    }),
    // Sections of one elective share its name: a student takes one of them.
    uniqueIndex('course_subjects_name')
      .on(table.establishment_id, table.course_id, table.name)
      .where(sql`not ${table.is_elective}`),
    index('course_subjects_elective')
      .on(table.establishment_id, table.course_id, table.id)
      .where(sql`${table.is_elective}`),
    unique('course_subjects_code').on(table.establishment_id, table.course_id, table.code),
    check('course_subjects_scale', isOneOf(table.scale_type, ['number', 'other'])),
  ],
)

/** Which enrolments take an elective subject. Rows of a subject that is not elective have no effect. */
export const electiveEnrollments = pgTable(
  'elective_enrollments',
  {
    establishment_id: reference().notNull(),
    enrollment_id: reference().notNull(),
    course_subject_id: reference().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.enrollment_id, table.course_subject_id] }),
    foreignKey({
      columns: [table.establishment_id, table.enrollment_id],
      foreignColumns: [enrollments.establishment_id, enrollments.id],
    }),
    foreignKey({
      columns: [table.establishment_id, table.course_subject_id],
      foreignColumns: [courseSubjects.establishment_id, courseSubjects.id],
    }),
  ],
)

/** A semester or trimester of a school year. */
export const subPeriods = pgTable(
  'sub_periods',
  {
    establishment_id: reference()
      .notNull()
      .references(() => establishments.id),
    id: id(),
    year: smallint().notNull(),
    code: code(),
    name: text().notNull(),
    starts_on: date({ mode: 'string' }).notNull(),
    ends_on: date({ mode: 'string' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    unique('sub_periods_start').on(table.establishment_id, table.year, table.starts_on),
    unique('sub_periods_code').on(table.establishment_id, table.year, table.code),
    check('sub_periods_range', sql`${table.starts_on} <= ${table.ends_on}`),
  ],
)

/** Something a course is graded on: a test, a work, a presentation. */
export const assessments = pgTable(
  'assessments',
  {
    establishment_id: reference().notNull(),
    id: id(),
    course_subject_id: reference().notNull(),
    sub_period_id: reference().notNull(),
    code: code(),
    held_on: date({ mode: 'string' }).notNull(),
    name: text().notNull(),
    description: text(),
    /** Against the subject's other assessments, in any unit; looked at only where the school uses weights. */
    weight: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    foreignKey({
      columns: [table.establishment_id, table.course_subject_id],
      foreignColumns: [courseSubjects.establishment_id, courseSubjects.id],
    }),
    foreignKey({
      columns: [table.establishment_id, table.sub_period_id],
      foreignColumns: [subPeriods.establishment_id, subPeriods.id],
    }),
    index('assessments_subject').on(
      table.establishment_id,
      table.course_subject_id,
      table.sub_period_id,
      table.held_on,
    ),
    unique('assessments_code').on(table.establishment_id, table.course_subject_id, table.code),
    check('assessments_weight', sql`${table.weight} between 1 and 100000`),
  ],
)

/** A student's result; none yet is no row. */
export const grades = pgTable(
  'grades',
  {
    establishment_id: reference().notNull(),
    enrollment_id: reference().notNull(),
    assessment_id: reference().notNull(),
    /** 10 to 70: 5,4 is 54. */
    tenths: smallint(),
    /** 'MB', 'B', …: counts in no average. */
    concept: text(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.enrollment_id, table.assessment_id] }),
    foreignKey({
      columns: [table.establishment_id, table.enrollment_id],
      foreignColumns: [enrollments.establishment_id, enrollments.id],
    }),
    foreignKey({
      columns: [table.establishment_id, table.assessment_id],
      foreignColumns: [assessments.establishment_id, assessments.id],
    }),
    // Without the school, else PostgreSQL takes it for as narrow as the key and reads a course's grades for a student's.
    index('grades_of_assessment').on(table.assessment_id),
    check('grades_tenths', sql`${table.tenths} between 10 and 70`),
    check('grades_one_of_both', sql`num_nonnulls(${table.tenths}, ${table.concept}) = 1`),
  ],
)

/** One row for each class day that was held for the student. */
export const attendance = pgTable(
  'attendance',
  {
    establishment_id: reference().notNull(),
    enrollment_id: reference().notNull(),
    day: date({ mode: 'string' }).notNull(),
    status: text({ enum: ['present', 'absent', 'late'] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.enrollment_id, table.day] }),
    foreignKey({
      columns: [table.establishment_id, table.enrollment_id],
      foreignColumns: [enrollments.establishment_id, enrollments.id],
    }),
    check('attendance_status', isOneOf(table.status, ['present', 'absent', 'late'])),
  ],
)

/** A late arrival. */
export const arrears = pgTable(
  'arrears',
  {
    establishment_id: reference().notNull(),
    id: id(),
    enrollment_id: reference().notNull(),
    date_late: moment().notNull(),
    status: text({ enum: arrearStatuses }).notNull(),
    observation: text(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    foreignKey({
      columns: [table.establishment_id, table.enrollment_id],
      foreignColumns: [enrollments.establishment_id, enrollments.id],
    }),
    index('arrears_enrollment').on(table.establishment_id, table.enrollment_id, table.date_late),
    check('arrears_status', isOneOf(table.status, arrearStatuses)),
  ],
)

/** What the class book says of a student's conduct. */
export const observations = pgTable(
  'observations',
  {
    establishment_id: reference().notNull(),
    id: id(),
    enrollment_id: reference().notNull(),
    date: date({ mode: 'string' }).notNull(),
    event_type: text({ enum: observationTypes }).notNull(),
    /** In a word or two: 'Responsabilidad'. */
    description: text().notNull(),
    observation: text().notNull(),
    employee_id: reference(),
    course_subject_id: reference(),
    in_class: boolean().notNull(),
    where_is: text({ enum: observationPlaces }),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    foreignKey({
      columns: [table.establishment_id, table.enrollment_id],
      foreignColumns: [enrollments.establishment_id, enrollments.id],
    }),
    foreignKey({
      columns: [table.establishment_id, table.employee_id],
      foreignColumns: [employees.establishment_id, employees.id],
    }),
    foreignKey({
      columns: [table.establishment_id, table.course_subject_id],
      foreignColumns: [courseSubjects.establishment_id, courseSubjects.id],
    }),
    index('observations_enrollment').on(table.establishment_id, table.enrollment_id, table.date),
    check('observations_type', isOneOf(table.event_type, observationTypes)),
    check('observations_place', isOneOf(table.where_is, observationPlaces)),
  ],
)

/** A block of a course's week. */
export const blocks = pgTable(
  'blocks',
  {
    establishment_id: reference().notNull(),
    id: id(),
    course_id: reference().notNull(),
    /** 1 Monday to 5 Friday. */
    weekday: smallint().notNull(),
    starts_at: time().notNull(),
    ends_at: time().notNull(),
    /** None is playtime. */
    course_subject_id: reference(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    foreignKey({
      columns: [table.establishment_id, table.course_id],
      foreignColumns: [courses.establishment_id, courses.id],
    }),
    foreignKey({
      columns: [table.establishment_id, table.course_subject_id],
      foreignColumns: [courseSubjects.establishment_id, courseSubjects.id],
    }),
    // Electives of different students may begin together.
    unique('blocks_start')
      .on(table.establishment_id, table.course_id, table.weekday, table.starts_at, table.course_subject_id)
      .nullsNotDistinct(),
    check('blocks_weekday', sql`${table.weekday} between 1 and 5`),
    check('blocks_range', sql`${table.starts_at} < ${table.ends_at}`),
  ],
)

/** Something to come, for one course or, without one, for the whole school. */
export const events = pgTable(
  'events',
  {
    establishment_id: reference()
      .notNull()
      .references(() => establishments.id),
    id: id(),
    course_id: reference(),
    day: date({ mode: 'string' }).notNull(),
    /** By the school's clock; none is the whole day. */
    time: time(),
    title: text(),
    description: text(),
    content: text(),
    course_subject_id: reference(),
    document_id: fileId(),
    /** What the document is called when it is saved: 'pauta.pdf'. */
    document_name: text(),
    document_hash: fileHash(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    foreignKey({
      columns: [table.establishment_id, table.course_id],
      foreignColumns: [courses.establishment_id, courses.id],
    }),
    foreignKey({
      columns: [table.establishment_id, table.course_subject_id],
      foreignColumns: [courseSubjects.establishment_id, courseSubjects.id],
    }),
    index('events_course').on(table.establishment_id, table.course_id, table.day),
    uniqueIndex('events_document').on(table.document_id),
    check('events_document_name', sql`(${table.document_id} is null) = (${table.document_name} is null)`),
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

/**
 * A device that has signed in to an account before (R25): it opens nothing, and only says that strangers' attempts do
 * not hold it up.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** Keyed hash of the random proof that the device keeps. */
    device: text().notNull(),
    parent_id: reference()
      .notNull()
      .references(() => parents.id, { onDelete: 'cascade' }),
    created_at: moment().notNull().defaultNow(),
    /** Of a sign-in or a recovery. */
    last_used_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.device, table.parent_id] }),
    index('known_devices_parent').on(table.parent_id, table.last_used_at),
    index('known_devices_age').on(table.last_used_at),
  ],
)

/** When something limited was tried last, counted alike whether the account exists (R8, R9, R25). */
export const attempts = pgTable(
  'attempts',
  {
    /** What is counted, then a keyed hash of the e-mail, the address or the device. */
    key: text().primaryKey(),
    /** Within the window of its rule, oldest first; never more than the rule allows. */
    moments: moment().array().notNull(),
    last_at: moment().notNull(),
  },
  (table) => [index('attempts_age').on(table.last_at)],
)

/** The one live recovery code of an account (R8); an e-mail without account has a row that no code opens. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** Keyed hash of the e-mail. */
    account: text().primaryKey(),
    parent_id: reference().references(() => parents.id, { onDelete: 'cascade' }),
    /** Keyed hash of the code. */
    code: text().notNull().unique(),
    /** Of strangers, from all addresses. */
    wrong_tries: smallint().notNull().default(0),
    /** Asked for by a device of the account's own: no stranger's request replaces it. */
    is_of_device: boolean().notNull().default(false),
    expires_at: moment().notNull(),
  },
  (table) => [
    index('recovery_codes_parent').on(table.parent_id),
    index('recovery_codes_expiry').on(table.expires_at),
  ],
)

/**
 * The one-time password of an account that has none of its own yet (R37). Its hash is a keyed one, as of a recovery
 * code: it has 65 random bits, so no guess needs to be made slow.
 */
export const invitations = pgTable(
  'invitations',
  {
    parent_id: reference()
      .primaryKey()
      .references(() => parents.id, { onDelete: 'cascade' }),
    /** What the password is derived from, with a key that is not in the database, for its mail or letter. */
    seed: text().notNull(),
    /** Keyed hash of the password. */
    code: text().notNull().unique(),
    expires_at: moment().notNull(),
  },
  (table) => [index('invitations_expiry').on(table.expires_at)],
)

/** The key that the servers of this database sign with, by its public name: a command with another is refused. */
export const signingKeys = pgTable('signing_keys', {
  kid: text().primaryKey(),
  first_used_at: moment().notNull().defaultNow(),
})

/** Mails to be sent and, for a day, those that were. The text is written when the mail leaves. */
export const mails = pgTable(
  'mails',
  {
    /** 128 random bits in hexadecimal: the Message-ID, the same at every try. */
    id: text().primaryKey(),
    parent_id: reference()
      .notNull()
      .references(() => parents.id, { onDelete: 'cascade' }),
    kind: text({ enum: mailKinds }).notNull(),
    /** What a code is derived from, with a key that is not in the database; null once the mail is over. */
    seed: text(),
    /** The account's old e-mail for a notice of its change; else null, and the account's e-mail is meant. */
    recipient: text(),
    queued_at: moment().notNull().defaultNow(),
    /** Of no use to the parent after this. */
    expires_at: moment().notNull(),
    tries: smallint().notNull().default(0),
    next_try_at: moment().notNull().defaultNow(),
    sent_at: moment(),
    given_up_at: moment(),
  },
  (table) => [
    // What somebody waits for goes before invitations, of which there may be thousands.
    index('mails_due')
      .on(sql`(${table.kind} = 'invitation')`, table.next_try_at)
      .where(sql`${table.sent_at} is null and ${table.given_up_at} is null`),
    index('mails_age').on(table.queued_at),
    index('mails_parent').on(table.parent_id),
    check('mails_kind', isOneOf(table.kind, mailKinds)),
  ],
)

/** Where a device is reached; it dies with the session that saved it (R17). */
export const pushTokens = pgTable(
  'push_tokens',
  {
    /** SHA-256 of the token, which may be too long for an index. */
    token_hash: text().primaryKey(),
    token: text().notNull(),
    session_id: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    saved_at: moment().notNull(),
  },
  (table) => [index('push_tokens_session').on(table.session_id)],
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
  (table) => [
    index('audit_log_at').on(table.at),
    index('audit_log_parent').on(table.parent_id, table.at),
    // The last backup is looked for among what operators did, which is little.
    index('audit_log_operator').on(table.at).where(sql`${table.action} = 'operator'`),
    // Contacts read: one row a parent, student and day.
    uniqueIndex('audit_log_contacts')
      .on(table.parent_id, table.student_id, sql`((${table.at} at time zone 'America/Santiago')::date)`)
      .where(sql`${table.action} = 'contacts_read'`),
  ],
)

/** One row while the database holds the demo school: rebuilt when its year has passed. */
export const demoSchool = pgTable(
  'demo_school',
  {
    year: smallint().primaryKey(),
    loaded_at: moment().notNull().defaultNow(),
    /** The operator took it away: no start brings it back. */
    is_off: boolean().notNull().default(false),
  },
  (table) => [check('demo_school_year', sql`${table.year} between 2000 and 2100`)],
)
