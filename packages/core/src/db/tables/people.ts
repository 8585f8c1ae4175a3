import { parentTypes } from '@apoderados/contract/profile'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { fileHash, fileId, id, keyOfSchool, moment, reference } from './columns.ts'
import { courseSubjects, courses, schoolReference } from './schools.ts'

/** A reference to a parent. The row is deleted with the parent's account. */
export const parentReference = () =>
  reference().references((): AnyPgColumn => parents.id, { onDelete: 'cascade' })

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
