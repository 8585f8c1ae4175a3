import * as z from 'zod/mini'
import { Id, Instant } from '../values/primitives.ts'

/** What a school's data consists of, as Hoy lists it. */
export const dataKinds = ['attendance', 'observations', 'grades', 'people', 'agenda', 'timetable'] as const

/**
 * How the school's students are reached: `phone` have a guardian with a device that shows notifications; `mail` have
 * none, but a guardian who has signed in; of `nobody`, no guardian has signed in yet.
 */
export const ReachResponse = z.object({
  students: z.int(),
  phone: z.int(),
  mail: z.int(),
  nobody: z.int(),
  /** The courses that have students whom nobody reaches, those with most of them first. */
  courses: z.array(
    z.object({
      course_id: Id,
      course: z.string(),
      nobody: z.int(),
      /** When the last one-time password of their guardians expires or expired; null if none got one. */
      passwords_expire_at: z.nullable(Instant),
    }),
  ),
})

export const DataAgeResponse = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(dataKinds),
      /** The last load of this kind that was not undone. */
      loaded_at: Instant,
      added: z.int(),
      changed: z.int(),
      ended: z.int(),
      /** How many working days usually lie between two loads; null before there are enough. */
      usual_days: z.nullable(z.int()),
      /** The weekday of most loads, 1 for Monday, if the kind is loaded weekly; else null. */
      usual_weekday: z.nullable(z.int()),
      /** True if more working days have passed than usual. */
      is_late: z.boolean(),
    }),
  ),
})
