import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'

/** An event without a time, a test in Matemática; its optional fields are null. */
export const anEvent = (changes: Partial<DiaryEvent> = {}): DiaryEvent => ({
  id: 1,
  title: 'Prueba Unidad 2',
  description: null,
  date: '2026-10-15',
  content: null,
  course: null,
  subject: { name: 'Matemática' },
  document: null,
  ...changes,
})
