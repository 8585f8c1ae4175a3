import type { ResponseOf } from '@apoderados/contract/calls/api'
import { queryClient } from '../../api/queryClient.ts'
import { getSession } from '../../session/store.ts'

type Timetable = ResponseOf<'getCalendar'>

/** The classes of the colours, more than a course has subjects. */
const COLORS = [
  'bg-azul',
  'bg-cobre',
  'bg-petroleo',
  'bg-rosa',
  'bg-oliva',
  'bg-violeta',
  'bg-oceano',
  'bg-tierra',
  'bg-ciruela',
  'bg-musgo',
  'bg-pizarra',
  'bg-bronce',
  'bg-indigo',
  'bg-malva',
  'bg-turquesa',
  'bg-carbon',
]

/** The factor of the hash of a subject: an arbitrary odd number. */
const HASH_FACTOR = 1053

/** Returns the colour that a hash of the subject's name determines. */
function preferredColor(subject: string): number {
  let hash = 0
  for (const character of subject)
    hash = (Math.imul(hash, HASH_FACTOR) + (character.codePointAt(0) ?? 0)) >>> 0
  return (hash >>> 16) % COLORS.length
}

/** Returns the subject's preferred colour or, if that is used, the next one that is free. */
function freeColor(subject: string, usedColors: ReadonlySet<number>): number {
  let color = preferredColor(subject)
  if (usedColors.size < COLORS.length) while (usedColors.has(color)) color = (color + 1) % COLORS.length
  return color
}

/**
 * Returns a colour for each subject, different ones for up to COLORS.length subjects. The subjects are sorted first, so
 * that the input's order has no effect. Each gets its preferred colour if that is free, so that a new subject changes
 * the colours of few others.
 */
export function assignColors(subjects: Iterable<string>): Map<string, number> {
  const colors = new Map<string, number>()
  for (const subject of [...new Set(subjects)].sort())
    colors.set(subject, freeColor(subject, new Set(colors.values())))
  return colors
}

const colorsByTimetable = new WeakMap<Timetable, Map<string, number>>()

function colorsOf(week: Timetable): Map<string, number> {
  const known = colorsByTimetable.get(week)
  if (known) return known
  const blocks = Object.values(week.employee_schedules).flatMap((day) => day?.daySchedule ?? [])
  const colors = assignColors(blocks.flatMap((block) => block.class?.subject_name || []))
  colorsByTimetable.set(week, colors)
  return colors
}

/**
 * Returns the CSS class of a rail, the narrow bar in the subject's colour. The colour depends on all subjects of the
 * student's timetable, so a page with rails requests `getCalendar`; until that is loaded, the colour is neutral.
 */
export function railColor(
  subject: string | null | undefined,
  student_id: number | null = getSession().selected_student,
): string {
  const week = queryClient.getQueryData<Timetable>(['getCalendar', { student_id }])
  if (!subject || !week) return 'bg-line-control'
  const colors = colorsOf(week)
  return COLORS[colors.get(subject) ?? freeColor(subject, new Set(colors.values()))] ?? ''
}
