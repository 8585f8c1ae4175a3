import type { Subject } from '../courses/course.ts'

/** An event of the agenda before it has ids. */
export type AgendaEvent = {
  day: string
  /** `HH:MM`, or the whole day. */
  time: string | null
  title: string | null
  description: string | null
  content: string | null
  subject: Subject | null
  /** The name of its attachment; the extension gives the type. */
  document: string | null
}

type Details = Partial<Omit<AgendaEvent, 'day' | 'title'>>

export const agendaEvent = (day: string, title: string, details: Details = {}): AgendaEvent => ({
  day,
  title,
  time: null,
  description: null,
  content: null,
  subject: null,
  document: null,
  ...details,
})
