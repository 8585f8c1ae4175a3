import type { events } from '../schema.ts'

/** An event of the agenda before it has ids. Without `course` it is the whole school's. */
export type AgendaEvent = Pick<typeof events.$inferInsert, 'day'> & {
  /** `HH:MM`, or the whole day. */
  time: string | null
  title: string | null
  description: string | null
  content: string | null
  subject: string | null
  /** The name of its attachment, whose ending says what it is. */
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
