import { preparedQuery } from '@apoderados/core/db/client/open'
import { studentParents } from '@apoderados/core/db/tables/people'
import { events } from '@apoderados/core/db/tables/schools'
import { electivesOfOthers, isShownToStudent } from '@apoderados/core/students/electives'
import { currentEnrollment, lapsesOn, linkedEnrollment } from '@apoderados/core/students/enrollments'
import { eventsOf, shownEvents } from '@apoderados/core/students/shownEvents'
import { and, asc, between, eq, isNull, lt, or, sql } from 'drizzle-orm'

/** Returns one row per day of the requested range that has events, with their number. */
export const countEvents = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  const others = electivesOfOthers(db, linked)
  const isInRange = between(events.day, sql.placeholder('date_start'), sql.placeholder('date_end'))
  const event = eventsOf(db, linked, others, isInRange)
  return db
    .select({ day: event.day, count: sql<number>`count(*)::int` })
    .from(linked)
    .crossJoinLateral(others)
    .crossJoinLateral(event)
    .groupBy(event.day)
    .orderBy(asc(event.day))
    .prepare('count_events')
})

export const findEvents = preparedQuery((db) =>
  shownEvents(db, linkedEnrollment(db), eq(events.day, sql.placeholder('date'))).prepare('events'),
)

export const findUpcomingEvents = preparedQuery((db) => {
  const isInRange = between(events.day, sql.placeholder('date'), sql.placeholder('last'))
  return shownEvents(db, linkedEnrollment(db), isInRange).prepare('upcoming_events')
})

/**
 * Finds a document if its event is in the agenda of one of the parent's students (R27). `limit(1)` in the subquery of
 * the event makes PostgreSQL start from each link and read its school alone, instead of searching all schools.
 */
export const findDocument = preparedQuery((db) => {
  const enrollment = currentEnrollment(db)
  const others = electivesOfOthers(db, {
    establishment_id: studentParents.establishment_id,
    enrollment_id: enrollment.id,
    course_id: enrollment.course_id,
  })
  const isShown = or(
    and(eq(events.course_id, enrollment.course_id), isShownToStudent(events.course_subject_id, others)),
    and(isNull(events.course_id), lt(events.day, lapsesOn(enrollment.year))),
  )
  const event = db
    .select({ document_name: events.document_name })
    .from(events)
    .where(
      and(
        eq(events.establishment_id, studentParents.establishment_id),
        eq(events.document_id, sql.placeholder('document_id')),
        isShown,
      ),
    )
    .limit(1)
    .as('event')
  return db
    .select({ file_name: sql<string>`${event.document_name}` })
    .from(studentParents)
    .innerJoinLateral(enrollment, sql`true`)
    .crossJoinLateral(others)
    .innerJoinLateral(event, sql`true`)
    .where(
      and(eq(studentParents.parent_id, sql.placeholder('parent_id')), eq(studentParents.has_access, true)),
    )
    .limit(1)
    .prepare('document')
})
