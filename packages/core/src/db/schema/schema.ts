import { arrearStatuses } from '@apoderados/contract/attendance'
import { browsers, platforms } from '@apoderados/contract/devices'
import { documentKinds } from '@apoderados/contract/documents'
import { attachmentStates, excuseKinds, excuseReasons, excuseVerdicts } from '@apoderados/contract/excuses'
import { changeKinds, newsKinds, newsTimings } from '@apoderados/contract/news'
import { digestPeriods } from '@apoderados/contract/notifications'
import { observationPlaces, observationTypes } from '@apoderados/contract/observations'
import { noticeAudiences, noticeStates } from '@apoderados/contract/office/notices'
import { staffRoles } from '@apoderados/contract/office/roles'
import {
  consentChannels,
  consentKinds,
  recordKinds,
  requestKinds,
  requestOutcomes,
} from '@apoderados/contract/privacy'
import { parentTypes } from '@apoderados/contract/profile'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
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
 * The tables of a school's records have `establishment_id` first in their primary key, so that the schools can be
 * distributed over several machines. Parents, their sessions and their settings belong to no school, because a parent
 * may have children in two schools.
 */

/** A column with the row's id. The database generates the ids, so that they are unique across all schools. */
const id = () => bigint({ mode: 'number' }).generatedAlwaysAsIdentity()
/** A column with the id of another row. */
const reference = () => bigint({ mode: 'number' })
const schoolReference = () =>
  reference()
    .notNull()
    .references((): AnyPgColumn => establishments.id)
/** A reference to a parent. The row is deleted with the parent's account. */
const parentReference = () => reference().references((): AnyPgColumn => parents.id, { onDelete: 'cascade' })
/** A reference to a staff member. The row is deleted with the member's account. */
const staffReference = () => reference().references((): AnyPgColumn => staff.id, { onDelete: 'cascade' })
type TableWithSchool = { establishment_id: AnyPgColumn }
/** A foreign key: `id` refers to a row of `target` that belongs to the same school. */
const keyOfSchool = (
  table: TableWithSchool,
  id: AnyPgColumn,
  target: TableWithSchool & { id: AnyPgColumn },
) =>
  foreignKey({
    columns: [table.establishment_id, id],
    foreignColumns: [target.establishment_id, target.id],
  })
/** A column with a point in time. */
const moment = () => timestamp({ withTimezone: true })
/** 128 random bits in hexadecimal, which are also the file's name in the store; null if there is no file. */
const fileId = () => text()
/** SHA-256 of the file, by which the next import recognises it if unchanged; null if no import brought a file. */
const fileHash = () => text()
/** The school's own code of the row, by which an import finds the row again; null if the row has no code. */
const schoolCode = () => text()
const isOneOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`

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

export const establishments = pgTable(
  'establishments',
  {
    id: id().primaryKey(),
    name: text().notNull(),
    /** The official number with its check digit: '90002-8'. */
    rbd: text().notNull().unique(),
    address: text(),
    /** In E.164 form: '+56221234567'; null if unknown. */
    phone: text(),
    insign_id: fileId(),
    insign_hash: fileHash(),
    time_zone: text().notNull().default('America/Santiago'),
    /** How an average is reduced to one decimal: rounded half up, or truncated. */
    rounding: text({ enum: ['round', 'truncate'] })
      .notNull()
      .default('round'),
    /** Whether assessments have weights in the subject's average. */
    uses_weights: boolean().notNull().default(false),
    /** How often parents who have not chosen a period get a digest, a mail that sums up news. */
    digest: text({ enum: digestPeriods }).notNull().default('never'),
    /** Since when the school's choice of `digest` applies; null if it is 'never'. */
    digest_since: moment(),
    /** The number of days within which the last load can be undone. */
    undo_days: smallint().notNull().default(7),
    /** The number of working days within which the school answers a justification. */
    excuse_answer_days: smallint().notNull().default(5),
    /** The number of days after which the attachment of a justification is deleted. */
    attachment_days: smallint().notNull().default(60),
    /** Whether a justified absence lowers the percentage of attendance; otherwise the day is left out of it. */
    counts_justified_absences: boolean().notNull().default(true),
    /** Explanations that the staff reuses when they decide a justification. */
    excuse_texts: text().array().notNull().default([]),
    /** The responsible of the data by law, such as the school's owner; null if it is not noted. */
    controller_name: text(),
    /** Whether that responsible is a public body. */
    controller_is_public: boolean().notNull().default(false),
    /** Whom families ask about their data, such as an e-mail; null if it is not noted. */
    privacy_contact: text(),
  },
  (table) => [
    index('establishments_insign').on(table.insign_id),
    check('establishments_digest', isOneOf(table.digest, digestPeriods)),
    check('establishments_undo_days', sql`${table.undo_days} between 0 and 30`),
    check('establishments_excuse_answer_days', sql`${table.excuse_answer_days} between 1 and 30`),
    check('establishments_attachment_days', sql`${table.attachment_days} between 1 and 365`),
  ],
)

export const parents = pgTable(
  'parents',
  {
    id: id().primaryKey(),
    /** In the normal form of the contract's Email: trimmed, lower case. */
    email: text().notNull().unique(),
    /** True if the operator has set the e-mail: imports keep it until the school's sheet contains the same e-mail. */
    email_by_operator: boolean().notNull().default(false),
    /**
     * The hash of the password, a PHC string of argon2id; null until the parent chooses a password. Until then, the
     * parent signs in with the one-time password of an invitation.
     */
    password_hash: text(),
    /** False closes the account: its sessions and sign-ins are rejected. */
    is_active: boolean().notNull().default(true),
    name: text().notNull(),
    last_name: text().notNull(),
    phone: text(),
    rut: text().unique(),
    rut_dv: text(),
    /** The document of a parent without RUT: 'ipa:100123456' or 'passport:AB123456'; null otherwise. */
    foreign_document: text().unique(),
    photo_id: fileId(),
    photo_hash: fileHash(),
    permission: text(),
    // Families of the course see the phone and the e-mail only if the parent shares them (R2).
    shares_phone: boolean().notNull().default(false),
    shares_email: boolean().notNull().default(false),
    // True if the parent has withdrawn the consent to share the phone or the e-mail: only the operator can share it
    // again, not an import.
    withdrew_phone: boolean().notNull().default(false),
    withdrew_email: boolean().notNull().default(false),
    password_changed: boolean().notNull().default(false),
    password_changed_at: moment(),
    last_login_at: moment(),
    /** The sign-in before `last_login_at`. The app shows it as the last sign-in. Null before the second sign-in. */
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
    establishment_id: schoolReference(),
    id: id(),
    name: text().notNull(),
    last_name: text().notNull(),
    second_last_name: text(),
    social_name: text(),
    /** True if the school has confirmed that the family may read the social name at home. */
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
    establishment_id: schoolReference(),
    id: id(),
    year: smallint().notNull(),
    code: schoolCode(),
    /** The level, such as '5° Básico'. `letter` distinguishes the courses of a level. */
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
    /** True if the family allows the course to see the photo. */
    shares_photo: boolean().notNull().default(false),
    enrolled_on: date({ mode: 'string' }).notNull(),
    withdrawn_on: date({ mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    keyOfSchool(table, table.student_id, students),
    keyOfSchool(table, table.course_id, courses),
    index('enrollments_student').on(table.establishment_id, table.student_id, table.year),
    index('enrollments_course').on(table.establishment_id, table.course_id, table.list_number),
    index('enrollments_photo').on(table.photo_id),
    // A student has at most one enrollment per year that is not withdrawn.
    uniqueIndex('enrollments_current')
      .on(table.establishment_id, table.student_id, table.year)
      .where(sql`${table.withdrawn_on} is null`),
  ],
)

/** The links between parents and students. Every call about a student checks that its parent has an open link (R1). */
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
    /** False if a court order or the school denies the parent access; `no_access_reason` then contains the reason. */
    has_access: boolean().notNull().default(true),
    no_access_reason: text(),
    /** True if the school has noted that the parent represents the student by law, and so acts on the student's data. */
    is_legal_representative: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.student_id, table.parent_id] }),
    keyOfSchool(table, table.student_id, students),
    index('student_parents_parent').on(table.parent_id, table.student_id),
  ],
)

/** Staff who teach or write observations. */
export const employees = pgTable(
  'employees',
  {
    establishment_id: schoolReference(),
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

/** A subject of one course, with its teacher. */
export const courseSubjects = pgTable(
  'course_subjects',
  {
    establishment_id: reference().notNull(),
    id: id(),
    course_id: reference().notNull(),
    code: schoolCode(),
    position: smallint().notNull(),
    name: text().notNull(),
    /** `number`: grades from 1,0 to 7,0. `other`: concepts such as 'MB'. Null: not assessed, such as a workshop. */
    scale_type: text({ enum: ['number', 'other'] }),
    /** False if the law excludes the subject from the period's average although it has number grades. */
    counts_in_average: boolean().notNull().default(true),
    /** True if only the enrollments in `electiveEnrollments` take the subject. */
    is_elective: boolean().notNull().default(false),
    employee_id: reference(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    keyOfSchool(table, table.course_id, courses),
    keyOfSchool(table, table.employee_id, employees),
    // Sections of one elective have the same name; a student takes one of the sections.
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

/** Which enrollments take an elective subject. Rows of a subject that is not elective have no effect. */
export const electiveEnrollments = pgTable(
  'elective_enrollments',
  {
    establishment_id: reference().notNull(),
    enrollment_id: reference().notNull(),
    course_subject_id: reference().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.enrollment_id, table.course_subject_id] }),
    keyOfSchool(table, table.enrollment_id, enrollments),
    keyOfSchool(table, table.course_subject_id, courseSubjects),
  ],
)

/** A semester or trimester of a school year. */
export const subPeriods = pgTable(
  'sub_periods',
  {
    establishment_id: schoolReference(),
    id: id(),
    year: smallint().notNull(),
    code: schoolCode(),
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

/** Days without classes for a whole school, besides the holidays by law and the gaps between the school's periods. */
export const closures = pgTable(
  'closures',
  {
    establishment_id: schoolReference(),
    starts_on: date({ mode: 'string' }).notNull(),
    /** The last day without classes; equal to `starts_on` for a single day. */
    ends_on: date({ mode: 'string' }).notNull(),
    /** The reason that parents read, such as 'Interferiado' or 'Aniversario del colegio'. */
    name: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.starts_on] }),
    check('closures_range', sql`${table.starts_on} <= ${table.ends_on}`),
  ],
)

/** A graded task of a course: a test, an essay, a presentation. */
export const assessments = pgTable(
  'assessments',
  {
    establishment_id: reference().notNull(),
    id: id(),
    course_subject_id: reference().notNull(),
    sub_period_id: reference().notNull(),
    code: schoolCode(),
    held_on: date({ mode: 'string' }).notNull(),
    name: text().notNull(),
    description: text(),
    /** The weight relative to the subject's other assessments, without unit. Counts only if the school uses weights. */
    weight: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    keyOfSchool(table, table.course_subject_id, courseSubjects),
    keyOfSchool(table, table.sub_period_id, subPeriods),
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

/** A student's result in an assessment. A student without a result has no row. */
export const grades = pgTable(
  'grades',
  {
    establishment_id: reference().notNull(),
    enrollment_id: reference().notNull(),
    assessment_id: reference().notNull(),
    /** The grade in tenths, 10 to 70: 5,4 is stored as 54. Null if the grade is a concept. */
    tenths: smallint(),
    /** A concept such as 'MB' or 'B', which counts in no average. Null if the grade is a number. */
    concept: text(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.enrollment_id, table.assessment_id] }),
    keyOfSchool(table, table.enrollment_id, enrollments),
    keyOfSchool(table, table.assessment_id, assessments),
    // The index omits the school: with it, PostgreSQL would rate this index like the primary key and read a
    // whole course's grades for one student.
    index('grades_of_assessment').on(table.assessment_id),
    check('grades_tenths', sql`${table.tenths} between 10 and 70`),
    check('grades_one_of_both', sql`num_nonnulls(${table.tenths}, ${table.concept}) = 1`),
  ],
)

/** Whether a student was present: one row per enrollment and day on which classes were held. */
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
    keyOfSchool(table, table.enrollment_id, enrollments),
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
    keyOfSchool(table, table.enrollment_id, enrollments),
    index('arrears_enrollment').on(table.establishment_id, table.enrollment_id, table.date_late),
    check('arrears_status', isOneOf(table.status, arrearStatuses)),
  ],
)

/**
 * What a guardian wrote to justify a late arrival or absences. It names days, not rows of `arrears` and `attendance`,
 * so that no import can lose it. Nobody changes it but to withdraw it; a trigger refuses that after a decision.
 */
export const excuses = pgTable(
  'excuses',
  {
    establishment_id: reference().notNull(),
    id: id(),
    enrollment_id: reference().notNull(),
    /** The guardian who sent it; null after the account was erased. */
    parent_id: reference().references((): AnyPgColumn => parents.id, { onDelete: 'set null' }),
    /** A random UUID of the sender's device: a repeated request with the same key adds no second row. */
    key: text().notNull(),
    kind: text({ enum: excuseKinds }).notNull(),
    from_day: date({ mode: 'string' }).notNull(),
    to_day: date({ mode: 'string' }).notNull(),
    reason: text({ enum: excuseReasons }).notNull(),
    text: text().notNull(),
    created_at: moment().notNull().defaultNow(),
    withdrawn_at: moment(),
    /** The name and size of the file as the sender announced them; null without an attachment. */
    attachment_name: text(),
    attachment_bytes: integer(),
    attachment_state: text({ enum: attachmentStates }),
    attachment_id: fileId(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    keyOfSchool(table, table.enrollment_id, enrollments).onDelete('cascade'),
    uniqueIndex('excuses_key').on(table.parent_id, table.key),
    index('excuses_enrollment').on(table.establishment_id, table.enrollment_id, table.from_day),
    index('excuses_school').on(table.establishment_id, table.created_at),
    index('excuses_attachment').on(table.attachment_id).where(sql`${table.attachment_id} is not null`),
    check('excuses_kind', isOneOf(table.kind, excuseKinds)),
    check('excuses_reason', isOneOf(table.reason, excuseReasons)),
    check('excuses_days', sql`${table.from_day} <= ${table.to_day}`),
    check('excuses_text', sql`char_length(${table.text}) <= 500`),
    check('excuses_attachment_state', isOneOf(table.attachment_state, attachmentStates)),
  ],
)

/** The decisions about a justification, of which the last one is in force. A trigger refuses updates. */
export const excuseDecisions = pgTable(
  'excuse_decisions',
  {
    establishment_id: reference().notNull(),
    excuse_id: reference().notNull(),
    /** 1 for the first decision; a further one settles a sheet that disagreed with the one before. */
    number: smallint().notNull(),
    state: text({ enum: excuseVerdicts }).notNull(),
    explanation: text(),
    staff_id: reference().notNull(),
    /** The name and the role of the member of the staff at that time. */
    staff_name: text().notNull(),
    role: text({ enum: staffRoles }).notNull(),
    /** What the sheets said then (`SheetStatus`), so that the same difference asks once. */
    sheet_status: text(),
    decided_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.excuse_id, table.number] }),
    foreignKey({
      columns: [table.establishment_id, table.excuse_id],
      foreignColumns: [excuses.establishment_id, excuses.id],
    }).onDelete('cascade'),
    check('excuse_decisions_state', isOneOf(table.state, excuseVerdicts)),
    check('excuse_decisions_role', isOneOf(table.role, staffRoles)),
    check(
      'excuse_decisions_explanation',
      sql`char_length(${table.explanation}) <= 500 and (${table.state} = 'justified' or ${table.explanation} is not null)`,
    ),
  ],
)

/** An entry in the class book about a student's conduct. */
export const observations = pgTable(
  'observations',
  {
    establishment_id: reference().notNull(),
    id: id(),
    enrollment_id: reference().notNull(),
    date: date({ mode: 'string' }).notNull(),
    event_type: text({ enum: observationTypes }).notNull(),
    /** A keyword of the entry, such as 'Responsabilidad'. */
    description: text().notNull(),
    observation: text().notNull(),
    employee_id: reference(),
    course_subject_id: reference(),
    in_class: boolean().notNull(),
    where_is: text({ enum: observationPlaces }),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    keyOfSchool(table, table.enrollment_id, enrollments),
    keyOfSchool(table, table.employee_id, employees),
    keyOfSchool(table, table.course_subject_id, courseSubjects),
    index('observations_enrollment').on(table.establishment_id, table.enrollment_id, table.date),
    check('observations_type', isOneOf(table.event_type, observationTypes)),
    check('observations_place', isOneOf(table.where_is, observationPlaces)),
  ],
)

/** A lesson or a break in a course's weekly timetable. */
export const blocks = pgTable(
  'blocks',
  {
    establishment_id: reference().notNull(),
    id: id(),
    course_id: reference().notNull(),
    /** 1 is Monday, 5 is Friday. */
    weekday: smallint().notNull(),
    starts_at: time().notNull(),
    ends_at: time().notNull(),
    /** The subject of the lesson; null for a break. */
    course_subject_id: reference(),
    /** The school calls this break lunch. */
    is_lunch: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    keyOfSchool(table, table.course_id, courses),
    keyOfSchool(table, table.course_subject_id, courseSubjects),
    // Electives of one course may start at the same time, for different students.
    unique('blocks_start')
      .on(table.establishment_id, table.course_id, table.weekday, table.starts_at, table.course_subject_id)
      .nullsNotDistinct(),
    check('blocks_weekday', sql`${table.weekday} between 1 and 5`),
    check('blocks_range', sql`${table.starts_at} < ${table.ends_at}`),
  ],
)

/** An entry of the agenda, for one course or, if `course_id` is null, for the whole school. */
export const events = pgTable(
  'events',
  {
    establishment_id: schoolReference(),
    id: id(),
    course_id: reference(),
    day: date({ mode: 'string' }).notNull(),
    /** The time at which the event begins, by the school's clock; null for an all-day event. */
    time: time(),
    title: text(),
    description: text(),
    content: text(),
    course_subject_id: reference(),
    document_id: fileId(),
    /** The file name that a download gets: 'pauta.pdf'; null if the event has no document. */
    document_name: text(),
    document_hash: fileHash(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    keyOfSchool(table, table.course_id, courses),
    keyOfSchool(table, table.course_subject_id, courseSubjects),
    index('events_course').on(table.establishment_id, table.course_id, table.day),
    uniqueIndex('events_document').on(table.document_id),
    check('events_document_name', sql`(${table.document_id} is null) = (${table.document_name} is null)`),
  ],
)

/** When a school's changes of one kind are published to families. */
export const newsSettings = pgTable(
  'news_settings',
  {
    establishment_id: schoolReference(),
    kind: text({ enum: changeKinds }).notNull(),
    /** When the first import of this kind ended, which creates no news. Null before that. */
    since: moment(),
    timing: text({ enum: newsTimings }).notNull().default('at_once'),
    /** The delay for 'after_hours', in hours; null for other timings. */
    hours: smallint(),
    /** The time of day for 'at_time', by the school's clock; null for other timings. */
    at_time: time(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.kind] }),
    check('news_settings_kind', isOneOf(table.kind, changeKinds)),
    check('news_settings_timing', isOneOf(table.timing, newsTimings)),
    check('news_settings_hours', sql`(${table.timing} = 'after_hours') = (${table.hours} is not null)`),
    check('news_settings_at_time', sql`(${table.timing} = 'at_time') = (${table.at_time} is not null)`),
    check('news_settings_hours_range', sql`${table.hours} between 1 and 168`),
  ],
)

/**
 * The change log: what changed for families, written in the transaction of the change. A trigger refuses updates.
 * `kind` and `item` identify the changed thing within the school.
 */
export const changes = pgTable(
  'changes',
  {
    establishment_id: schoolReference(),
    id: id(),
    kind: text({ enum: newsKinds }).notNull(),
    /** Null for a change of a course, of the whole school or of a parent's account. */
    enrollment_id: reference(),
    /** Null unless the change is one of a course. */
    course_id: reference(),
    /** The only parent who is informed of the change. Null if all parents whom it concerns are informed. */
    parent_id: parentReference(),
    /**
     * The id of the changed row or, for a timetable, of the course. For a grade or an absence, the enrollment's id,
     * '/', and the assessment's id or the day. For an account, what changed, '/', and the ids of student or parent.
     */
    item: text().notNull(),
    course_subject_id: reference(),
    sub_period_id: reference(),
    /** The day of the changed thing, such as an assessment, an event or an absence; null if it has none. */
    day: date({ mode: 'string' }),
    title: text(),
    /** The value before the change; null for an addition. */
    old_value: text(),
    /** The value after the change; null for a removal. */
    new_value: text(),
    /** The value that families read before this change: the one before the item's first change not yet public. */
    known_value: text(),
    changed_at: moment().notNull().defaultNow(),
    /** Families see the change from this moment; null if never. */
    published_at: moment(),
    /** The load that made the change, also after its row was removed; null if a command or an undo made it. */
    load_id: reference(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    keyOfSchool(table, table.enrollment_id, enrollments).onDelete('cascade'),
    keyOfSchool(table, table.course_id, courses),
    index('changes_load').on(table.establishment_id, table.load_id).where(sql`${table.load_id} is not null`),
    index('changes_item').on(table.establishment_id, table.kind, table.item, table.id),
    index('changes_enrollment').on(table.establishment_id, table.enrollment_id, table.published_at),
    index('changes_course')
      .on(table.establishment_id, table.course_id, table.published_at)
      .where(sql`${table.enrollment_id} is null`),
    index('changes_parent').on(table.parent_id),
    index('changes_age').on(table.changed_at).where(sql`${table.enrollment_id} is null`),
    check('changes_kind', isOneOf(table.kind, newsKinds)),
    check('changes_owner', sql`${table.enrollment_id} is null or ${table.course_id} is null`),
  ],
)

/** How far a parent has read the news of a student, by kind. Without a row, the parent has read none. */
export const newsReads = pgTable(
  'news_reads',
  {
    parent_id: parentReference().notNull(),
    establishment_id: reference().notNull(),
    student_id: reference().notNull(),
    kind: text({ enum: newsKinds }).notNull(),
    read_until: moment().notNull(),
    /** The ids of later changes that were read one by one. */
    read_ids: bigint({ mode: 'number' }).array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.parent_id, table.establishment_id, table.student_id, table.kind] }),
    keyOfSchool(table, table.student_id, students).onDelete('cascade'),
    check('news_reads_kind', isOneOf(table.kind, newsKinds)),
  ],
)

/** Changes whose notifications are not queued yet. A row is written in the transaction of its change. */
export const dueNews = pgTable(
  'due_news',
  {
    establishment_id: reference().notNull(),
    change_id: reference().notNull(),
    published_at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.change_id] }),
    keyOfSchool(table, table.change_id, changes).onDelete('cascade'),
    index('due_news_published').on(table.published_at),
  ],
)

/** How a parent wants to be notified. Without a row, the defaults apply. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    parent_id: parentReference().primaryKey(),
    /**
     * The hours without notifications last from `quiet_from` to `quiet_until`, by the school's clock. They may include
     * midnight. If both are null, there are none.
     */
    quiet_from: time(),
    quiet_until: time(),
    /** Whether a notification shows the student's name, the subject and the mark. */
    show_detail: boolean().notNull().default(false),
    /** How often the parent wants a digest. Null until the parent chooses: the school's default applies. */
    digest: text({ enum: digestPeriods }),
    /** Since when the parent gets the chosen digests; the first one has no older news. Null if none are chosen. */
    digest_since: moment(),
  },
  (table) => [
    index('notification_settings_digest').on(table.parent_id).where(sql`${table.digest} <> 'never'`),
    check('notification_settings_period', isOneOf(table.digest, digestPeriods)),
    check(
      'notification_settings_quiet',
      sql`num_nonnulls(${table.quiet_from}, ${table.quiet_until}) = 0 or ${table.quiet_from} <> ${table.quiet_until}`,
    ),
  ],
)

/** The digests that were queued, one for a parent and day, so that none is sent twice. */
export const digests = pgTable(
  'digests',
  {
    parent_id: parentReference().notNull(),
    /** The day at whose 18:00, in the school's time zone, the digest was due. */
    day: date({ mode: 'string' }).notNull(),
    mail_id: text().notNull(),
    /** The digest contains the news that became public after `since` and not after `until`. */
    since: moment().notNull(),
    until: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.parent_id, table.day] }),
    uniqueIndex('digests_mail').on(table.mail_id),
    index('digests_age').on(table.until),
  ],
)

/** The kinds of news about a student that a parent has switched off: the parent gets no notifications of them. */
export const mutedNews = pgTable(
  'muted_news',
  {
    parent_id: parentReference().notNull(),
    establishment_id: reference().notNull(),
    student_id: reference().notNull(),
    kind: text({ enum: newsKinds }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.parent_id, table.establishment_id, table.student_id, table.kind] }),
    keyOfSchool(table, table.student_id, students).onDelete('cascade'),
    check('muted_news_kind', isOneOf(table.kind, newsKinds)),
  ],
)

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

/** The audit log. A trigger refuses updates, and deletions except the retention job's after 24 months (R30). */
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
    /** The staff member who acted in the console; null for a parent, an operator and an unknown e-mail. */
    staff_id: bigint({ mode: 'number' }),
  },
  (table) => [
    index('audit_log_school').on(table.establishment_id, table.at),
    // Reads of contacts and documents, which are many, are not in the register.
    index('audit_log_student')
      .on(table.establishment_id, table.student_id, table.at)
      .where(
        sql`${table.student_id} is not null and ${table.action} not in ('contacts_read', 'document_read')`,
      ),
    index('audit_log_at').on(table.at),
    index('audit_log_parent').on(table.parent_id, table.at),
    // Finds the last backup among the operator's actions, which are few.
    index('audit_log_operator').on(table.at).where(sql`${table.action} = 'operator'`),
    // Reads of contacts are recorded once per parent, student and day in Chile.
    uniqueIndex('audit_log_contacts')
      .on(table.parent_id, table.student_id, sql`((${table.at} at time zone 'America/Santiago')::date)`)
      .where(sql`${table.action} = 'contacts_read'`),
  ],
)

export const loadStates = [
  'uploading',
  'checking',
  'problems',
  'review',
  'applying',
  'done',
  'undoing',
  'undone',
  'failed',
  'interrupted',
  'discarded',
] as const
export const loadSteps = ['read', 'check', 'compare', 'write'] as const

/** Loads: deliveries of a school's files, from the console or, already done, from the operator's command. */
export const loads = pgTable(
  'loads',
  {
    establishment_id: schoolReference(),
    id: id(),
    /** The member of the staff who runs the load, with the name at that time; null for the operator's command. */
    staff_id: reference(),
    staff_name: text(),
    state: text({ enum: loadStates }).notNull().default('uploading'),
    /** The sheets that are declared complete: what they lack is removed. */
    complete: text().array().notNull().default([]),
    /** When a worker took the job of the states 'checking', 'applying' and 'undoing'; null while the job waits. */
    claimed_at: moment(),
    /** The step of the job, and how much of it is done. */
    step: text({ enum: loadSteps }),
    done: bigint({ mode: 'number' }).notNull().default(0),
    total: bigint({ mode: 'number' }).notNull().default(0),
    /** What the load would change (`LoadReview`); null before the check, and after the end of the load. */
    review: jsonb(),
    /** The answers to the questions of the review (`LoadAnswers`). */
    answers: jsonb().notNull().default({}),
    /** True if the data changed after the review that was answered, so that this is a new one. */
    is_outdated: boolean().notNull().default(false),
    /** The numbers of written rows, by kind; null until the load is applied. */
    counts: jsonb(),
    /** The guardians who got a one-time password. */
    invited_ids: bigint({ mode: 'number' }).array().notNull().default([]),
    /** Why the job failed, as the staff reads it. */
    failure: text(),
    created_at: moment().notNull().defaultNow(),
    /** When the state last changed, or a file, a correction or an answer. */
    changed_at: moment().notNull().defaultNow(),
    applied_at: moment(),
    undone_at: moment(),
    undone_by: text(),
    /** The member of the staff who undoes the load; null for the operator's command. */
    undone_by_id: reference(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    index('loads_state').on(table.state, table.changed_at),
    check('loads_state_known', isOneOf(table.state, loadStates)),
    check('loads_step', isOneOf(table.step, loadSteps)),
  ],
)

type TableOfLoad = TableWithSchool & { load_id: AnyPgColumn }
/** A foreign key to the load; the row is deleted with it. */
const keyOfLoad = (table: TableOfLoad, name: string) =>
  foreignKey({
    name,
    columns: [table.establishment_id, table.load_id],
    foreignColumns: [loads.establishment_id, loads.id],
  }).onDelete('cascade')

/** The files of a load. Their contents are in a folder of DATA_DIR until the load ends. */
export const loadFiles = pgTable(
  'load_files',
  {
    establishment_id: reference().notNull(),
    load_id: reference().notNull(),
    /** The path as delivered, such as 'fotos/40215347.jpg'. */
    path: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** The kinds of sheets that were recognised by their headers. */
    sheets: text().array().notNull().default([]),
    /** The number of records that the check read; null before the check. */
    rows: integer(),
    uploaded_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.load_id, table.path] }),
    keyOfLoad(table, 'load_files_load'),
  ],
)

/** Cells that were corrected in the console. They replace those of the file whenever it is read again. */
export const loadCorrections = pgTable(
  'load_corrections',
  {
    establishment_id: reference().notNull(),
    load_id: reference().notNull(),
    /** The name of the sheet, as problems show it: 'colegio.xlsx › Alumnos'. */
    file: text().notNull(),
    line: integer().notNull(),
    /** The position of the cell in its row, from 0. */
    position: smallint().notNull(),
    column: text().notNull(),
    before: text().notNull(),
    value: text().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.establishment_id, table.load_id, table.file, table.line, table.position],
    }),
    keyOfLoad(table, 'load_corrections_load'),
  ],
)

/** The problems and warnings that the last check found. */
export const loadProblems = pgTable(
  'load_problems',
  {
    establishment_id: reference().notNull(),
    load_id: reference().notNull(),
    id: id(),
    is_warning: boolean().notNull(),
    file: text().notNull(),
    line: integer(),
    column: text(),
    /** The position of the cell in its row, from 0; null for a problem of the row or the file. */
    position: smallint(),
    message: text().notNull(),
    expected: text(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.load_id, table.id] }),
    keyOfLoad(table, 'load_problems_load'),
  ],
)

/** The rows of the sheets around the problems, and the header rows. */
export const loadRows = pgTable(
  'load_rows',
  {
    establishment_id: reference().notNull(),
    load_id: reference().notNull(),
    file: text().notNull(),
    line: integer().notNull(),
    is_header: boolean().notNull(),
    cells: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.load_id, table.file, table.line] }),
    keyOfLoad(table, 'load_rows_load'),
  ],
)

/** What a load wrote, for a year: for the history, and to undo the load. */
export const loadChanges = pgTable(
  'load_changes',
  {
    establishment_id: reference().notNull(),
    load_id: reference().notNull(),
    id: id(),
    /** The name of the merge that wrote the rows, such as 'notas'. */
    kind: text().notNull(),
    action: text({ enum: ['added', 'changed', 'ended'] }).notNull(),
    /**
     * Up to 1,000 rows as objects: `n` has the values after the load, `o` those before. An added row has only `n`, a
     * deleted one only `o`; any other has the changed values in both, and its key in `k`.
     */
    rows: jsonb().notNull(),
    /** The stored files that rows of this entry referred to before, which an undo needs. */
    file_ids: text().array(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.load_id, table.id] }),
    keyOfLoad(table, 'load_changes_load'),
    index('load_changes_files').on(table.load_id).where(sql`${table.file_ids} is not null`),
  ],
)

/** What the school writes to families, who may be asked for a receipt. It is a draft until it is sent. */
export const notices = pgTable(
  'notices',
  {
    establishment_id: schoolReference(),
    id: id(),
    state: text({ enum: noticeStates }).notNull().default('draft'),
    /** The member of the staff who sent it or, before, began it, with name and role at that time. */
    staff_id: reference().notNull(),
    staff_name: text().notNull(),
    staff_role: text({ enum: staffRoles }).notNull(),
    audience: text({ enum: noticeAudiences }).notNull().default('courses'),
    /** The levels of the audience 'level', such as '5° Básico'; `course_ids` has their courses. */
    levels: text().array().notNull().default([]),
    course_ids: bigint({ mode: 'number' }).array().notNull().default([]),
    /** The students of the audience 'families'. */
    student_ids: bigint({ mode: 'number' }).array().notNull().default([]),
    /** What the draft says or, once it is sent, its current version. */
    title: text().notNull().default(''),
    body: text().notNull().default(''),
    file_ids: text().array().notNull().default([]),
    asks_receipt: boolean().notNull().default(false),
    /** When it is to be sent; null for a draft to be sent at once. */
    send_at: moment(),
    /** The last day on which families see it; null for no end. */
    ends_on: date({ mode: 'string' }),
    /** The number of the current version; 0 before the notice is sent. */
    version: integer().notNull().default(0),
    sent_at: moment(),
    withdrawn_at: moment(),
    withdrawn_by: text(),
    reminded_at: moment(),
    created_at: moment().notNull().defaultNow(),
    /** Who last changed it, and when: a colleague's save with an older time is refused. */
    changed_by: text().notNull(),
    changed_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    index('notices_state').on(table.establishment_id, table.state, table.sent_at),
    index('notices_due').on(table.send_at).where(sql`${table.state} = 'scheduled'`),
    check('notices_state_known', isOneOf(table.state, noticeStates)),
    check('notices_audience', isOneOf(table.audience, noticeAudiences)),
    check('notices_role', isOneOf(table.staff_role, staffRoles)),
    check('notices_sent', sql`(${table.version} > 0) = (${table.sent_at} is not null)`),
  ],
)

/** A foreign key to the notice; the row is deleted with it. */
const keyOfNotice = (table: TableWithSchool & { notice_id: AnyPgColumn }, name: string) =>
  foreignKey({
    name,
    columns: [table.establishment_id, table.notice_id],
    foreignColumns: [notices.establishment_id, notices.id],
  }).onDelete('cascade')

/** The documents of a notice: those of its versions and those that its draft has had. */
export const noticeFiles = pgTable(
  'notice_files',
  {
    establishment_id: reference().notNull(),
    notice_id: reference().notNull(),
    file_id: text().notNull(),
    name: text().notNull(),
    bytes: integer().notNull(),
    /** SHA-256 of the stored file, in hexadecimal. */
    hash: text().notNull(),
    added_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.notice_id, table.file_id] }),
    keyOfNotice(table, 'notice_files_notice'),
    uniqueIndex('notice_files_file').on(table.file_id),
  ],
)

/** What families read of a notice: the first version, and one for each correction. A row is never changed. */
export const noticeVersions = pgTable(
  'notice_versions',
  {
    establishment_id: reference().notNull(),
    notice_id: reference().notNull(),
    version: integer().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    file_ids: text().array().notNull(),
    /** SHA-256 of title, text, and the names and hashes of the documents, in hexadecimal. */
    hash: text().notNull(),
    staff_name: text().notNull(),
    published_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.notice_id, table.version] }),
    keyOfNotice(table, 'notice_versions_notice'),
    unique('notice_versions_hash').on(table.establishment_id, table.notice_id, table.version, table.hash),
  ],
)

/** That a guardian has received a version of a notice. A row is never changed; the database sets its time. */
export const noticeReceipts = pgTable(
  'notice_receipts',
  {
    establishment_id: reference().notNull(),
    notice_id: reference().notNull(),
    version: integer().notNull(),
    parent_id: parentReference().notNull(),
    hash: text().notNull(),
    received_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.notice_id, table.version, table.parent_id] }),
    foreignKey({
      name: 'notice_receipts_version',
      columns: [table.establishment_id, table.notice_id, table.version, table.hash],
      foreignColumns: [
        noticeVersions.establishment_id,
        noticeVersions.notice_id,
        noticeVersions.version,
        noticeVersions.hash,
      ],
    }).onDelete('cascade'),
    index('notice_receipts_parent').on(table.parent_id),
  ],
)

/** The last version of a notice that a guardian has opened. */
export const noticeReads = pgTable(
  'notice_reads',
  {
    parent_id: parentReference().notNull(),
    establishment_id: reference().notNull(),
    notice_id: reference().notNull(),
    version: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.parent_id, table.establishment_id, table.notice_id] }),
    keyOfNotice(table, 'notice_reads_notice'),
  ],
)

/** What a school's documents with folio show besides the data, and which kinds the school issues. */
export const documentSettings = pgTable('document_settings', {
  establishment_id: schoolReference().primaryKey(),
  kinds: text({ enum: documentKinds }).array().notNull().default([]),
  /** Who signs, and as what: 'Director'. */
  signer_name: text().notNull().default(''),
  signer_title: text().notNull().default(''),
  signature_id: fileId(),
  /** The logo on documents; null for the school's logo of the app. */
  logo_id: fileId(),
})

/** A job that issues one document to each student of some courses. Its documents refer to it. */
export const documentBatches = pgTable(
  'document_batches',
  {
    establishment_id: schoolReference(),
    id: id(),
    kind: text({ enum: documentKinds }).notNull(),
    course_ids: reference().array().notNull(),
    /** The names of the courses, for lists. */
    courses: text().notNull(),
    total: integer().notNull(),
    staff_id: reference().notNull(),
    staff_name: text().notNull(),
    created_at: moment().notNull().defaultNow(),
    ended_at: moment(),
    /** What the staff reads if the job failed; null otherwise. */
    failure: text(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    index('document_batches_open').on(table.created_at).where(sql`${table.ended_at} is null`),
    check('document_batches_kind', isOneOf(table.kind, documentKinds)),
  ],
)

/** An issued document. A row is changed only by a revocation, and by the count of its checks. */
export const issuedDocuments = pgTable(
  'issued_documents',
  {
    establishment_id: schoolReference(),
    /** 80 random bits in Crockford's base 32, without dashes. */
    folio: text().notNull(),
    kind: text({ enum: documentKinds }).notNull(),
    student_id: reference().notNull(),
    enrollment_id: reference().notNull(),
    year: smallint().notNull(),
    course: text().notNull(),
    /** What the public check shows of the student: 'M. A. S. H.' and the end of the RUN, '001-1'. */
    initials: text().notNull(),
    run_end: text(),
    /** The guardian who asked for it; null if the staff issued it, and after the account was erased. */
    parent_id: reference().references((): AnyPgColumn => parents.id, { onDelete: 'set null' }),
    /** The member of the staff who issued it; null if a guardian asked for it. */
    staff_name: text(),
    batch_id: reference(),
    issued_at: moment().notNull().defaultNow(),
    /** The day of issue by the school's clock; the data are those until this day. */
    issued_on: date({ mode: 'string' }).notNull(),
    /** SHA-256 of the data, which tells whether they have changed since. */
    fingerprint: text().notNull(),
    file_id: text().notNull(),
    file_hash: text().notNull(),
    file_bytes: integer().notNull(),
    /** Whether the file has a digital signature. */
    is_signed: boolean().notNull(),
    revoked_at: moment(),
    revoked_by: text(),
    revoke_reason: text(),
    checks: integer().notNull().default(0),
    checked_at: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.folio] }),
    keyOfSchool(table, table.student_id, students).onDelete('cascade'),
    uniqueIndex('issued_documents_folio').on(table.folio),
    uniqueIndex('issued_documents_file').on(table.file_id),
    index('issued_documents_student').on(
      table.establishment_id,
      table.student_id,
      table.kind,
      table.issued_on,
    ),
    index('issued_documents_time').on(table.establishment_id, table.issued_at),
    index('issued_documents_parent').on(table.parent_id),
    // One document of a job for each student, also if the job is repeated after an interruption.
    uniqueIndex('issued_documents_batch').on(table.establishment_id, table.batch_id, table.student_id),
    check('issued_documents_kind', isOneOf(table.kind, documentKinds)),
    check('issued_documents_revoked', sql`(${table.revoked_at} is null) = (${table.revoke_reason} is null)`),
  ],
)

/** One row if the demo school was loaded, also after the operator has removed it. */
export const demoSchool = pgTable(
  'demo_school',
  {
    /** The calendar year in which the demo school was loaded. */
    year: smallint().primaryKey(),
    loaded_at: moment().notNull().defaultNow(),
    /** True if the operator has removed the demo school: the server does not create it again at a start. */
    is_off: boolean().notNull().default(false),
  },
  (table) => [check('demo_school_year', sql`${table.year} between 2000 and 2100`)],
)

/** What guardians allow or withdraw: a row is added at each choice, and nobody changes one. */
export const consents = pgTable(
  'consents',
  {
    id: id().primaryKey(),
    parent_id: parentReference().notNull(),
    kind: text({ enum: consentKinds }).notNull(),
    /** The student of a consent about a photo. */
    establishment_id: reference(),
    student_id: reference(),
    is_granted: boolean().notNull(),
    /** The version and SHA-256 of the text that was shown. */
    text_version: text().notNull(),
    text_hash: text().notNull(),
    channel: text({ enum: consentChannels }).notNull(),
    /** Who of the staff noted it for the guardian; null for the guardian's own act and the operator's command. */
    staff_id: reference(),
    at: moment().notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      name: 'consents_student',
      columns: [table.establishment_id, table.student_id],
      foreignColumns: [students.establishment_id, students.id],
    }).onDelete('cascade'),
    index('consents_parent').on(table.parent_id, table.kind),
    index('consents_student_photo')
      .on(table.establishment_id, table.student_id)
      .where(sql`${table.student_id} is not null`),
    check('consents_kind', isOneOf(table.kind, consentKinds)),
    check('consents_channel', isOneOf(table.channel, consentChannels)),
    check(
      'consents_about',
      sql`num_nonnulls(${table.establishment_id}, ${table.student_id}) = case ${table.kind} when 'photo' then 2 else 0 end`,
    ),
  ],
)

/** What a guardian asks of the school by the law on personal data. */
export const dataRequests = pgTable(
  'data_requests',
  {
    establishment_id: schoolReference(),
    id: id(),
    /** Who asked; null after the account was erased, with which the text is emptied. */
    parent_id: reference().references((): AnyPgColumn => parents.id, { onDelete: 'set null' }),
    /** The student whose data it is about; null for the guardian's own. The id stays after the student was erased. */
    student_id: reference(),
    /** A random UUID of the sender's device: a repeated request with the same key adds no second row. */
    key: text().notNull(),
    kind: text({ enum: requestKinds }).notNull(),
    text: text().notNull(),
    created_at: moment().notNull().defaultNow(),
    /** The last day for an answer. */
    due_on: date({ mode: 'string' }).notNull(),
    /** While true, a block is in force: nobody else is shown the data. */
    freezes: boolean().notNull().default(false),
    /** When the staff was told that the day has passed. */
    overdue_told_at: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    uniqueIndex('data_requests_key').on(table.parent_id, table.key),
    index('data_requests_school').on(table.establishment_id, table.created_at),
    index('data_requests_due').on(table.due_on).where(sql`${table.overdue_told_at} is null`),
    index('data_requests_blocks')
      .on(table.establishment_id, table.parent_id, table.student_id)
      .where(sql`${table.freezes}`),
    check('data_requests_kind', isOneOf(table.kind, requestKinds)),
    check('data_requests_text', sql`char_length(${table.text}) <= 2000`),
    check('data_requests_block', sql`not ${table.freezes} or ${table.kind} = 'block'`),
  ],
)

/** What the school answers; a further row adds to it, as when a block is lifted, and nobody changes one. */
export const dataRequestAnswers = pgTable(
  'data_request_answers',
  {
    establishment_id: reference().notNull(),
    request_id: reference().notNull(),
    number: smallint().notNull(),
    outcome: text({ enum: requestOutcomes }).notNull(),
    text: text().notNull(),
    staff_id: reference().notNull(),
    staff_name: text().notNull(),
    role: text({ enum: staffRoles }).notNull(),
    answered_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.request_id, table.number] }),
    foreignKey({
      name: 'data_request_answers_request',
      columns: [table.establishment_id, table.request_id],
      foreignColumns: [dataRequests.establishment_id, dataRequests.id],
    }).onDelete('cascade'),
    check('data_request_answers_outcome', isOneOf(table.outcome, requestOutcomes)),
    check('data_request_answers_role', isOneOf(table.role, staffRoles)),
    check('data_request_answers_text', sql`char_length(${table.text}) between 1 and 4000`),
  ],
)

/** On which days a guardian read what kind of a student's records. The audit log has what is rarer. */
export const recordReads = pgTable(
  'record_reads',
  {
    establishment_id: reference().notNull(),
    student_id: reference().notNull(),
    /** The day in Chile. */
    day: date({ mode: 'string' }).notNull().default(sql`(now() at time zone 'America/Santiago')::date`),
    parent_id: parentReference().notNull(),
    kind: text({ enum: recordKinds }).notNull(),
  },
  (table) => [
    primaryKey({
      name: 'record_reads_pk',
      columns: [table.establishment_id, table.student_id, table.day, table.parent_id, table.kind],
    }),
    foreignKey({
      name: 'record_reads_student',
      columns: [table.establishment_id, table.student_id],
      foreignColumns: [students.establishment_id, students.id],
    }).onDelete('cascade'),
    index('record_reads_parent').on(table.parent_id, table.day),
    index('record_reads_day').on(table.day),
    check('record_reads_kind', isOneOf(table.kind, recordKinds)),
  ],
)

/** The school's register of breaches of the security of personal data. */
export const breaches = pgTable(
  'breaches',
  {
    establishment_id: schoolReference(),
    id: id(),
    /** What happened, and what was done about it, in the school's words. */
    what: text().notNull(),
    measures: text().notNull(),
    found_at: moment().notNull(),
    /** The span in which others could see the data. */
    starts_at: moment().notNull(),
    ends_at: moment().notNull(),
    is_sensitive: boolean().notNull(),
    /** The ids of the accounts whose data it concerns, and how many students these are guardians of. */
    parent_ids: bigint({ mode: 'number' }).array().notNull(),
    students: integer().notNull(),
    told_agency_at: moment(),
    told_csirt_at: moment(),
    told_families_at: moment(),
    staff_id: reference().notNull(),
    staff_name: text().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    check('breaches_span', sql`${table.starts_at} <= ${table.ends_at}`),
  ],
)
