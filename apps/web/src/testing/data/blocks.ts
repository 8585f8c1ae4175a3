import type { Block } from '@apoderados/contract/calendar/timetable'

/** Returns the four fields of a block's start and end, from texts 'HH:MM'. */
function span(from: string, to: string) {
  const [hour_start = 0, minute_start = 0] = from.split(':').map(Number)
  const [hour_end = 0, minute_end = 0] = to.split(':').map(Number)
  return { hour_start, minute_start, hour_end, minute_end }
}

type Lesson = NonNullable<Block['class']>

/** A block of a class of 5° Básico A, by default taught by Rodrigo Sepúlveda. */
export const aClass = (
  from: string,
  to: string,
  subject_name: string,
  changes: Partial<Lesson> = {},
): Block => ({
  block_type: 'class',
  ...span(from, to),
  class: {
    subject_name,
    employee_name: 'Rodrigo',
    employee_last_name: 'Sepúlveda',
    course_name: '5° Básico',
    letter: 'A',
    ...changes,
  },
})

/** A block without a class, by default a Recreo. */
export const aBreak = (from: string, to: string, block_type = 'playtime', is_lunch?: true): Block => ({
  block_type,
  ...(is_lunch && { is_lunch }),
  ...span(from, to),
  class: null,
})
