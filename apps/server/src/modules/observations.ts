import { preparedQuery } from '@apoderados/core/db/client/open'
import { pick } from '@apoderados/core/db/schema/pick'
import { hasKey, isOfSame } from '@apoderados/core/db/schema/schoolKeys'
import { observations as classBook } from '@apoderados/core/db/tables/records'
import { courseSubjects, employees } from '@apoderados/core/db/tables/schools'
import { linkedEnrollment } from '@apoderados/core/students/enrollments'
import { desc, sql } from 'drizzle-orm'
import type { Handlers } from '../http/context.ts'

const findObservations = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  return db
    .select({
      ...pick(classBook, 'id', 'date', 'observation'),
      observation_event: { description: classBook.description, event_type: classBook.event_type },
      employee: pick(employees, 'name', 'last_name', 'second_last_name'),
      subject: courseSubjects.name,
      course: {
        description: sql<string>`${linked.course_name}`,
        letter: sql<string>`${linked.letter}`,
      },
      in_class: classBook.in_class,
      where_is: classBook.where_is,
    })
    .from(linked)
    .innerJoin(classBook, isOfSame(classBook, linked, 'enrollment_id'))
    .leftJoin(employees, hasKey(employees, classBook, classBook.employee_id))
    .leftJoin(courseSubjects, hasKey(courseSubjects, classBook, classBook.course_subject_id))
    .orderBy(desc(classBook.date), desc(classBook.id))
    .prepare('observations')
})

export const observationsHandlers = {
  async getObservations({ student_id }, { db, parent_id }) {
    const rows = await findObservations(db).execute({ student_id, parent_id })
    const byType = Object.groupBy(rows, ({ observation_event }) => observation_event.event_type)
    return { observations: { positive: [], negative: [], neutral: [], ...byType } }
  },
} satisfies Partial<Handlers>
