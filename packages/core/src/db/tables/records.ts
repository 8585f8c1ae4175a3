import { arrearStatuses } from '@apoderados/contract/attendance'
import { observationPlaces, observationTypes } from '@apoderados/contract/observations'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { id, isOneOf, keyOfSchool, moment, reference, schoolCode } from './columns.ts'
import { enrollments } from './people.ts'
import { courseSubjects, employees, subPeriods } from './schools.ts'

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
