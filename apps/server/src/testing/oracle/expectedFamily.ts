import { addDays, weekdayOf } from '@apoderados/contract/values/days'
import { dayOf, diary, eventsOf } from './expectedAgenda.ts'
import { type Expected, type Fields, NOT_FOUND, shows } from './expectedAnswer.ts'
import type { World } from './oracleRows.ts'
import { enrollmentOf, studentsOf } from './studentAccess.ts'
import { subjectOf, takes } from './takenSubjects.ts'

/** The events of a day and of the next one, and the classes of that weekday, of every linked student. */
export function familyOverview(world: World, parent_id: number, fields: Fields): Expected {
  const first = dayOf(fields)
  const last = addDays(first, 1)
  const students = studentsOf(world, parent_id).map((student) => {
    const enrollment = enrollmentOf(world, student.id)
    if (!enrollment) return [student.id]
    const lessons = world.blocks.filter(
      ({ course_id, weekday, course_subject_id }) =>
        course_id === enrollment.course_id &&
        weekday === weekdayOf(first) &&
        course_subject_id !== null &&
        takes(world, enrollment, course_subject_id),
    )
    const events = [...diary(world, enrollment, first, last).markers]
    return [
      [student.id, events, events.length > 0 && student.establishment_id],
      lessons.map(({ course_subject_id }) => subjectOf(world, course_subject_id)?.name),
    ]
  })
  return shows(students)
}

/** The changes of a parent's students, of their courses and of their schools. */
export function news(world: World, parent_id: number): Expected {
  return shows(
    studentsOf(world, parent_id).map((student) => {
      const enrollment = enrollmentOf(world, student.id)
      const concerned = world.changes.filter(
        ({ establishment_id, enrollment_id, course_id, course_subject_id }) =>
          enrollment_id === null
            ? (course_id === null && establishment_id === student.establishment_id) ||
              (enrollment !== undefined &&
                course_id === enrollment.course_id &&
                (course_subject_id === null || takes(world, enrollment, course_subject_id)))
            : enrollment_id === enrollment?.id,
      )
      return concerned.map(({ id, kind, title, item, course_subject_id, known_value, new_value }) => [
        [id, student.id, title, course_subject_id, subjectOf(world, course_subject_id)?.name],
        kind === 'grade' ? [item.split('/')[1], known_value, new_value] : item,
      ])
    }),
  )
}

export function document(world: World, parent_id: number, { id }: Fields): Expected {
  const event = world.events.find(({ document_id }) => document_id === id)
  const isTheirs = studentsOf(world, parent_id).some((student) => {
    const enrollment = enrollmentOf(world, student.id)
    return enrollment && event && eventsOf(world, enrollment).includes(event)
  })
  return event && isTheirs ? shows(event.document_id, event.document_name) : NOT_FOUND
}
