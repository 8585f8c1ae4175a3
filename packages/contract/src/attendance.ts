import * as z from 'zod/mini'
import { Day, Id, Instant, openEnum } from './values/primitives.ts'

export const arrearStatuses = ['created', 'justified', 'pending', 'rejected'] as const
export type ArrearStatus = (typeof arrearStatuses)[number]

/** A late arrival. */
export const Arrear = z.object({
  id: Id,
  date_late: Instant,
  status: openEnum(arrearStatuses),
  observation: z.nullable(z.string()),
})
export type Arrear = z.infer<typeof Arrear>

/** `attendance_percentage` is 0 to 100, unrounded; it is null if no class day is recorded. */
export const ArrearsResponse = z.object({
  arrears: z.array(Arrear),
  attendance_percentage: z.nullable(z.number()),
})

export const attendanceStatuses = ['present', 'absent', 'late'] as const
export type AttendanceStatus = (typeof attendanceStatuses)[number]

/** The student's attendance on one day that had classes. */
export const DayAttendance = z.object({ date: Day, status: openEnum(attendanceStatuses) })
export type DayAttendance = z.infer<typeof DayAttendance>

/**
 * `days` are the class days that `attendance_percentage` of `ArrearsResponse` counts, oldest first. `remaining_days` is
 * the number of class days after the last of `days`, until the end of the school year. It is null if `days` is empty or
 * if that end is unknown.
 */
export const AttendanceDaysResponse = z.object({
  days: z.array(DayAttendance),
  remaining_days: z.nullable(z.int().check(z.nonnegative())),
})
