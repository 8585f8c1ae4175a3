import type { CourseList } from '@apoderados/contract/office/documents'
import { courseListNames } from '@apoderados/contract/office/documents'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { isEnrollmentInForce } from '../students/enrollments.ts'
import { readHolder } from './documentData.ts'
import { readGradesData } from './gradesData.ts'

export type CourseKey = { school_id: number; course_id: number }
/** A list as a table: a head, and one row for each student. */
export type ListTable = { title: string; school: string; head: string[]; rows: string[][] }

type Row = {
  list_number: number
  name: string
  run: string | null
  enrollment_id: number
  student_id: number
}

/** Returns the periods of the course's year; undefined if the school has no such course. */
export async function readCoursePeriods(db: Queryable, { school_id, course_id }: CourseKey) {
  const { rows } = await db.execute<{ periods: { id: number; name: string }[] }>(sql`
    select coalesce((select json_agg(json_build_object('id', period.id, 'name', period.name) order by period.starts_on)
      from sub_periods period where period.establishment_id = course.establishment_id and period.year = course.year),
      '[]') as periods
    from courses course where course.establishment_id = ${school_id} and course.id = ${course_id}`)
  return rows[0]?.periods
}

async function readCourse(db: Queryable, { school_id, course_id }: CourseKey) {
  const { rows } = await db.execute<{ course: string; year: number; school: string }>(sql`
    select course.name || ' ' || course.letter as course, course.year, school.name as school
    from courses course join establishments school on school.id = course.establishment_id
    where course.establishment_id = ${school_id} and course.id = ${course_id}`)
  return rows[0]
}

async function readStudents(db: Queryable, { school_id, course_id }: CourseKey): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select enrollment.list_number, enrollment.id::float8 as enrollment_id, student.id::float8 as student_id,
      concat_ws(' ', student.last_name, student.second_last_name) || ', ' || student.name as name,
      student.rut || '-' || student.rut_dv as run
    from enrollments enrollment
    join establishments school on school.id = enrollment.establishment_id
    join students student on student.establishment_id = enrollment.establishment_id
      and student.id = enrollment.student_id
    where enrollment.establishment_id = ${school_id} and enrollment.course_id = ${course_id} and ${isEnrollmentInForce}
    order by enrollment.list_number`)
  return rows
}

const startOf = ({ list_number, name }: Row) => [String(list_number), name]
const marks = { present: '·', late: 'A', absent: 'F' }

/** Attendance of a month: one column for each day with classes. A: atraso, F: falta. */
async function attendanceTable(db: Queryable, key: CourseKey, students: Row[], month: string) {
  const { rows } = await db.execute<{ enrollment_id: number; day: string; status: keyof typeof marks }>(sql`
    select attendance.enrollment_id::float8 as enrollment_id, attendance.day::text, attendance.status
    from attendance join enrollments enrollment on enrollment.establishment_id = attendance.establishment_id
      and enrollment.id = attendance.enrollment_id
    where attendance.establishment_id = ${key.school_id} and enrollment.course_id = ${key.course_id}
      and attendance.day >= (${month} || '-01')::date
      and attendance.day < ((${month} || '-01')::date + interval '1 month')`)
  const days = [...new Set(rows.map(({ day }) => day))].sort()
  const byStudent = Map.groupBy(rows, ({ enrollment_id }) => enrollment_id)
  return {
    head: ['N°', 'Estudiante', ...days.map((day) => String(Number(day.slice(8)))), 'Faltas'],
    rows: students.map((student) => {
      const own = byStudent.get(student.enrollment_id) ?? []
      const statuses = days.map((day) => own.find((row) => row.day === day)?.status)
      const absences = statuses.filter((status) => status === 'absent').length
      return [
        ...startOf(student),
        ...statuses.map((status) => (status ? marks[status] : '')),
        String(absences),
      ]
    }),
  }
}

/** The averages of a period: one column for each subject. */
async function gradesTable(db: Queryable, { school_id }: CourseKey, students: Row[], period: string) {
  const found = []
  for (const student of students) {
    const holder = await readHolder(db, { establishment_id: school_id, enrollment_id: student.enrollment_id })
    if (holder) found.push({ student, grades: await readGradesData(db, holder) })
  }
  const subjects = [...new Set(found.flatMap(({ grades }) => grades.subjects.map(({ name }) => name)))]
  return {
    head: ['N°', 'Estudiante', ...subjects, 'Promedio'],
    rows: found.map(({ student, grades }) => {
      const at = grades.periods.indexOf(period)
      const results = subjects.map(
        (name) => grades.subjects.find((each) => each.name === name)?.results[at] ?? '',
      )
      return [...startOf(student), ...results, grades.averages[at] ?? '']
    }),
  }
}

/** Reads a list of a course; undefined if the school has no such course, or the course no such period. */
export async function readCourseList(
  db: Queryable,
  key: CourseKey,
  { list, month, sub_period_id }: { list: CourseList; month?: string; sub_period_id?: number },
): Promise<ListTable | undefined> {
  const course = await readCourse(db, key)
  if (!course) return undefined
  const students = await readStudents(db, key)
  const table = (part: string, content: Pick<ListTable, 'head' | 'rows'>) => ({
    title: [courseListNames[list], course.course, part].filter(Boolean).join(', '),
    school: course.school,
    ...content,
  })
  if (list === 'students')
    return table(String(course.year), {
      head: ['N°', 'Estudiante', 'RUN'],
      rows: students.map((student) => [...startOf(student), student.run ?? '']),
    })
  if (list === 'attendance')
    return month === undefined ? undefined : table(month, await attendanceTable(db, key, students, month))
  const periods = await readCoursePeriods(db, key)
  const period = periods?.find(({ id }) => id === sub_period_id)
  return period && table(period.name, await gradesTable(db, key, students, period.name))
}
