import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { isJustifiedAbsenceSql } from '../excuses/excuseState.ts'
import { attendancePercentage } from '../students/classDays.ts'

type MonthRow = {
  month: string
  days: number
  attended: number
  late: number
  absent: number
  justified: number
}

/** Attendance until a day, by month ('2026-03') and in total. `days` are those that count for the percentage. */
export type AttendanceData = { until: string; months: MonthRow[]; total: MonthRow; percentage: string | null }

type AttendanceKey = {
  establishment_id: number
  enrollment_id: number
  enrolled_on: string
  counts_justified_absences: boolean
}

const isJustified = sql.raw(
  isJustifiedAbsenceSql({
    establishment_id: 'attendance.establishment_id',
    enrollment_id: 'attendance.enrollment_id',
    day: 'attendance.day',
  }),
)

/** Formats a percentage with one decimal, cut off: 84,96 % does not read as 85 %. */
export const percentText = (percentage: number | null) =>
  percentage === null ? null : `${(Math.floor(percentage * 10 + 1e-9) / 10).toFixed(1).replace('.', ',')} %`

/** Reads the attendance of an enrollment until a day, by the same rule as the app's percentage. */
export async function readAttendanceData(
  db: Queryable,
  { establishment_id, enrollment_id, enrolled_on, counts_justified_absences }: AttendanceKey,
  until: string,
): Promise<AttendanceData> {
  const { rows: months } = await db.execute<MonthRow>(sql`
    select to_char(attendance.day, 'YYYY-MM') as month,
      (count(*) filter (where attendance.status <> 'absent' or ${counts_justified_absences} or not ${isJustified}))::int
        as days,
      (count(*) filter (where attendance.status <> 'absent'))::int as attended,
      (count(*) filter (where attendance.status = 'late'))::int as late,
      (count(*) filter (where attendance.status = 'absent'))::int as absent,
      (count(*) filter (where attendance.status = 'absent' and ${isJustified}))::int as justified
    from attendance
    where attendance.establishment_id = ${establishment_id} and attendance.enrollment_id = ${enrollment_id}
      and attendance.day between ${enrolled_on} and ${until}
    group by 1 order by 1`)
  const sum = (field: Exclude<keyof MonthRow, 'month'>) =>
    months.reduce((total, month) => total + month[field], 0)
  const total = {
    month: 'total',
    days: sum('days'),
    attended: sum('attended'),
    late: sum('late'),
    absent: sum('absent'),
    justified: sum('justified'),
  }
  const percentage = attendancePercentage({ classDayCount: total.days, attended: total.attended })
  return { until, months, total, percentage: percentText(percentage) }
}
