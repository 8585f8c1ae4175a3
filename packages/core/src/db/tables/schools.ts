import { digestPeriods } from '@apoderados/contract/notifications'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { fileHash, fileId, id, isOneOf, keyOfSchool, moment, reference, schoolCode } from './columns.ts'

export const schoolReference = () =>
  reference()
    .notNull()
    .references((): AnyPgColumn => establishments.id)

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
