import { prepared, type Queryable } from '@apoderados/database/client/open'
import { courseSubjects, events, studentParents } from '@apoderados/database/schema/schema'
import { electivesOfOthers, isTaken } from '@apoderados/database/students/electives'
import { currentEnrollment, lapsesOn, linkedEnrollment } from '@apoderados/database/students/enrollments'
import { isoAtSchool } from '@apoderados/database/students/schoolMoment'
import { type AnyColumn, and, asc, between, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'

type Linked = ReturnType<typeof linkedEnrollment>
type OtherElectives = ReturnType<typeof electivesOfOthers>

/**
 * The events of the course without electives that the student does not take, and the events of the whole school
 * until the enrolment lapses. It is a union, because one condition with `or` would also read the events of other
 * schools.
 */
function eventsOf(db: Queryable, linked: Linked, others: OtherElectives, isRequestedDay: SQL) {
  const columns = {
    establishment_id: events.establishment_id,
    id: events.id,
    course_id: events.course_id,
    day: events.day,
    time: events.time,
    title: events.title,
    description: events.description,
    content: events.content,
    course_subject_id: events.course_subject_id,
    document_id: events.document_id,
  }
  const isOfSchool = eq(events.establishment_id, linked.establishment_id)
  return db
    .select(columns)
    .from(events)
    .where(
      and(
        isOfSchool,
        eq(events.course_id, linked.course_id),
        isRequestedDay,
        isTaken(events.course_subject_id, others),
      ),
    )
    .unionAll(
      db
        .select(columns)
        .from(events)
        .where(
          and(isOfSchool, isNull(events.course_id), lt(events.day, lapsesOn(linked.year)), isRequestedDay),
        ),
    )
    .as('event')
}

/** Returns one row per day that has events. */
export const countEvents = prepared((db) => {
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

type Event = ReturnType<typeof eventsOf>

/**
 * Returns the day of an event, or for an event with a time its local time with the school's UTC offset on that day.
 */
function dateOf({ day, time }: Event, { time_zone }: Linked) {
  const clock = sql`(${day} + ${time})`
  const later = sql`(${clock} at time zone ${time_zone})`
  const earlier = sql`(${later} - interval '1 hour')`
  // When clocks are set back, an hour occurs twice: the first one is meant (spec §9), but PostgreSQL takes the
  // second.
  const firstOccurrence = sql`case when ${earlier} at time zone ${time_zone} = ${clock} then ${earlier} else ${later} end`
  const moment = isoAtSchool(clock, sql`(${firstOccurrence} at time zone 'UTC')`)
  return sql<string>`case when ${time} is null then ${day}::text else ${moment} end`
}

export const findEvents = prepared((db) => {
  const linked = linkedEnrollment(db)
  const others = electivesOfOthers(db, linked)
  const event = eventsOf(db, linked, others, eq(events.day, sql.placeholder('date')))
  const textOf = (text: AnyColumn) => sql<string | null>`nullif(${text}, '')`
  return db
    .select({
      id: event.id,
      title: textOf(event.title),
      description: textOf(event.description),
      date: dateOf(event, linked),
      content: textOf(event.content),
      course: sql<string | null>`case when ${event.course_id} is not null
        then ${linked.course_name} || ' ' || ${linked.letter} end`,
      subject: { name: courseSubjects.name },
      document_id: event.document_id,
    })
    .from(linked)
    .crossJoinLateral(others)
    .crossJoinLateral(event)
    .leftJoin(
      courseSubjects,
      and(
        eq(courseSubjects.establishment_id, event.establishment_id),
        eq(courseSubjects.id, event.course_subject_id),
      ),
    )
    .orderBy(sql`${event.time} nulls first`, asc(event.id))
    .prepare('events')
})

/**
 * Finds a document if its event is in the agenda of one of the parent's students (R27). The limit makes PostgreSQL
 * start from each link and read its school alone, instead of searching the document in all schools.
 */
export const findDocument = prepared((db) => {
  const enrollment = currentEnrollment(db)
  const others = electivesOfOthers(db, {
    establishment_id: studentParents.establishment_id,
    enrollment_id: enrollment.id,
    course_id: enrollment.course_id,
  })
  const isShown = or(
    and(eq(events.course_id, enrollment.course_id), isTaken(events.course_subject_id, others)),
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
