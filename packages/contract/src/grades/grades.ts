import * as z from 'zod/mini'
import { Day, Id, openEnum, QueryId } from '../values/primitives.ts'

export const SubPeriod = z.object({ id: Id, name: z.string() })
export type SubPeriod = z.infer<typeof SubPeriod>
export const SubPeriodsResponse = z.array(SubPeriod)

export const PeriodQuery = z.strictObject({
  student_id: QueryId,
  establishment_sub_period_id: QueryId,
})

export const SubjectAverage = z.object({
  /** The `course_subject_id` that `getPeriodQualificationsBySubject` takes. */
  id: Id,
  subject: z.string(),
  /** A subject of type `other` shows `note_scale_value` and does not count in any average. */
  scale_type: openEnum(['number', 'other']),
  average: z.nullable(z.number()),
  note_scale_value: z.nullable(z.string()),
})
export type SubjectAverage = z.infer<typeof SubjectAverage>

export const PeriodQualificationsResponse = z.object({
  averages: z.array(SubjectAverage),
  average: z.nullable(z.number()),
})

export const SubjectQuery = z.extend(PeriodQuery, { course_subject_id: QueryId })

export const Qualification = z.object({
  id: Id,
  name: z.string(),
  description: z.nullable(z.string()),
  qualification: z.nullable(z.number()),
  note_scale_value: z.nullable(z.string()),
})
export type Qualification = z.infer<typeof Qualification>
export const QualificationsResponse = z.object({ qualifications: z.array(Qualification) })

/** A mark with the fields for averages. It is pending while `qualification` and `note_scale_value` are null. */
export const PeriodMark = z.extend(Qualification, {
  /** The day of the assessment. */
  date: z.nullable(Day),
  /** Relative to the subject's other marks, in any unit; null if the school uses no weights. */
  weight: z.nullable(z.number()),
})
export type PeriodMark = z.infer<typeof PeriodMark>

const SubjectMarks = z.object({
  /** The `course_subject_id` that `getPeriodQualificationsBySubject` takes. */
  id: Id,
  scale_type: openEnum(['number', 'other']),
  /** Whether the subject's average counts in the average of the period. */
  counts_in_average: z.boolean(),
  qualifications: z.array(PeriodMark),
})
export type SubjectMarks = z.infer<typeof SubjectMarks>

/** `rounding` and `uses_weights` are settings of the school; both are null for a student without enrollment. */
export const PeriodMarksResponse = z.object({
  /** How the school reduces an average to one decimal. */
  rounding: z.nullable(openEnum(['round', 'truncate'])),
  uses_weights: z.nullable(z.boolean()),
  subjects: z.array(SubjectMarks),
})
