import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'
import { api } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { type AnyColumn, and, asc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { hasKey } from '../db/schema/schoolKeys.ts'
import { courseSubjects, events } from '../db/tables/schools.ts'
import { type ElectivesOfOthers, electivesOfOthers, isShownToStudent } from './electives.ts'
import { lapsesOn, type linkedEnrollment } from './enrollments.ts'
import { isoAtSchool } from './schoolMoment.ts'

type LinkedEnrollment = ReturnType<typeof linkedEnrollment>

/**
 * Returns the events of the student's course, except those of electives that the student does not take, and the events
 * of the whole school until the enrollment lapses. It is a union, because one condition with `or` would also read the
 * events of other schools.
 */
export function eventsOf(
  db: Queryable,
  linked: LinkedEnrollment,
  others: ElectivesOfOthers,
  isRequestedDay: SQL,
) {
  const columns = {
    ...pick(events, 'establishment_id', 'id', 'course_id', 'day', 'time', 'title', 'description', 'content'),
    ...pick(events, 'course_subject_id', 'document_id'),
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
        isShownToStudent(events.course_subject_id, others),
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

type EventQuery = ReturnType<typeof eventsOf>

/** Returns the day of an event; for an event with a time, its local time with the school's UTC offset. */
function dateOf({ day, time }: EventQuery, { time_zone }: LinkedEnrollment) {
  const localTime = sql`(${day} + ${time})`
  const laterMoment = sql`(${localTime} at time zone ${time_zone})`
  const earlierMoment = sql`(${laterMoment} - interval '1 hour')`
  // When clocks are set back, an hour occurs twice. The event is in the first one (spec §9), but PostgreSQL takes the
  // second.
  const firstOccurrence = sql`case when ${earlierMoment} at time zone ${time_zone} = ${localTime} then ${earlierMoment} else ${laterMoment} end`
  const moment = isoAtSchool(localTime, sql`(${firstOccurrence} at time zone 'UTC')`)
  return sql<string>`case when ${time} is null then ${day}::text else ${moment} end`
}

/** Returns the events that the agenda of a linked student shows, sorted by day, time and id. */
export function shownEvents(db: Queryable, linked: LinkedEnrollment, isRequestedDay: SQL) {
  const others = electivesOfOthers(db, linked)
  const event = eventsOf(db, linked, others, isRequestedDay)
  const textOf = (text: AnyColumn) => sql<string | null>`nullif(${text}, '')`
  return db
    .select({
      student_id: linked.student_id,
      establishment_id: event.establishment_id,
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
    .leftJoin(courseSubjects, hasKey(courseSubjects, event, event.course_subject_id))
    .orderBy(asc(event.day), sql`${event.time} nulls first`, asc(event.id))
}

/** A row of `shownEvents`. */
type ShownEvent = Omit<DiaryEvent, 'course' | 'document'> & {
  student_id: number
  establishment_id: number
  /** The course, such as '5° Básico A'; null for an event of the whole school. */
  course: string | null
  document_id: string | null
}

/** Converts a row to the event of the API's responses. */
export function diaryEventOf(row: ShownEvent): DiaryEvent {
  const { student_id: _, establishment_id: __, course, document_id, ...event } = row
  return {
    ...event,
    course: course === null ? null : { description: course },
    document: document_id && BASE_PATH + api.getDocument.path.replace(':id', document_id),
  }
}
