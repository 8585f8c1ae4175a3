import type { Subject } from '../courses/course.ts'

/** An event of a school's or a course's agenda, without the ids of the database. */
export type AgendaEvent = {
  day: string
  /** `HH:MM`; null if the event takes the whole day. */
  time: string | null
  title: string | null
  description: string | null
  content: string | null
  subject: Subject | null
  /** The file name of the attachment, whose extension gives the type; null if there is none. */
  document: string | null
}

type EventDetails = Partial<Omit<AgendaEvent, 'day' | 'title'>>

export const createEvent = (day: string, title: string, details: EventDetails = {}): AgendaEvent => ({
  day,
  title,
  time: null,
  description: null,
  content: null,
  subject: null,
  document: null,
  ...details,
})
