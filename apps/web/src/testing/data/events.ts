import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'

/** A whole-day event, a test in Matemática, without optional fields. */
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
