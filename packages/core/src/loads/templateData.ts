import { addDays } from '@apoderados/contract/values/days'
import { calendarDaysOf, isClassDay } from '@apoderados/contract/values/daysOff'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'

type Course = {
  code: string
  name: string
  students: { list_number: number; run: string; name: string }[]
  assessments: string[]
}

/** Reads what the templates of a school need: the courses of its last year, with students and assessments. */
export async function readTemplateCourses(db: Queryable, school_id: number): Promise<Course[]> {
  const { rows } = await db.execute<Course>(sql`
    select coalesce(course.code, course.name || ' ' || course.letter) as code, course.name || ' ' || course.letter as name,
      coalesce((select json_agg(json_build_object('list_number', place.list_number,
          'run', student.rut || coalesce('-' || student.rut_dv, ''),
          'name', concat_ws(' ', student.last_name, student.second_last_name, student.name)) order by place.list_number)
        from enrollments place join students student
          on student.establishment_id = place.establishment_id and student.id = place.student_id
        where place.establishment_id = course.establishment_id and place.course_id = course.id
          and place.withdrawn_on is null), '[]') as students,
      array(select assessment.code from assessments assessment
        join course_subjects subject on subject.establishment_id = assessment.establishment_id
          and subject.id = assessment.course_subject_id
        where subject.establishment_id = course.establishment_id and subject.course_id = course.id
          and assessment.code is not null and assessment.sub_period_id = (
            select period.id from sub_periods period where period.establishment_id = course.establishment_id
              and period.year = course.year order by period.starts_on <= now() desc, period.starts_on desc limit 1)
        order by subject.position, subject.id, assessment.held_on, assessment.id) as assessments
    from courses course where course.establishment_id = ${school_id}
      and course.year = (select max(year) from courses latest where latest.establishment_id = ${school_id})
    order by course.name, course.letter`)
  return rows
}

/** Returns the class days of the month of `today`, 'YYYY-MM-DD', or else of the last month that has some. */
export async function readTemplateDays(db: Queryable, school_id: number, today: string): Promise<string[]> {
  const { rows } = await db.execute<{
    year: number
    periods: Range[]
    closures: (Range & { name: string })[]
  }>(sql`
    select year, json_agg(json_build_object('starts_on', starts_on, 'ends_on', ends_on) order by starts_on) as periods,
      coalesce((select json_agg(json_build_object('starts_on', starts_on, 'ends_on', ends_on, 'name', name)
        order by starts_on) from closures where establishment_id = ${school_id}), '[]') as closures
    from sub_periods where establishment_id = ${school_id} group by year order by year desc limit 1`)
  const [year] = rows
  if (!year) return []
  const calendar = calendarDaysOf(year)
  let day = calendar.last_day !== null && calendar.last_day < today ? calendar.last_day : today
  while (calendar.first_day !== null && day >= calendar.first_day && !isClassDay(calendar, day))
    day = addDays(day, -1)
  const month = day.slice(0, 7)
  return Array.from({ length: 31 }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`).filter(
    (each) => isClassDay(calendar, each),
  )
}
type Range = { starts_on: string; ends_on: string }
