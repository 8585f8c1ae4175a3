import type { Period, SchoolCalendar } from '@apoderados/server/db/demo/calendar'
import type { Random } from '@apoderados/server/db/demo/random'
import type { Course } from './courses.ts'
import type { PlannedSubject } from './plans.ts'

export type Assessment = {
  /** Of its school. */
  code: string
  subject: PlannedSubject
  /** Counted from 1. */
  period: number
  name: string
  description: string
  held_on: string
  /** In per cent of the period. */
  weight: number
}

const forms = [
  ['Control', 'Contenidos de las primeras semanas.'],
  ['Trabajo práctico', 'Trabajo en grupos de cuatro; se evalúa con la pauta entregada.'],
  ['Prueba de unidad', 'Materia hasta la clase anterior.'],
  ['Disertación', 'Cinco minutos por grupo; con apoyo visual.'],
  ['Prueba de síntesis', 'Todo el período.'],
] as const

/** 3 to 5 a period. */
const countOf = ({ blocks }: PlannedSubject) => (blocks >= 3 ? 5 : blocks >= 1.5 ? 4 : 3)

function ofSubject(
  random: Random,
  course: Course,
  subject: PlannedSubject,
  { classDays }: Period,
  period: number,
): Assessment[] {
  const count = countOf(subject)
  return forms.slice(-count).map(([name, description], order) => {
    // Each in its own part of the period.
    const position = (order + 0.1 + random.below(80) / 100) / count
    return {
      code: `${course.code}-${subject.code}-${period}${order + 1}`,
      subject,
      period,
      name: `${name} ${period}`,
      description,
      held_on: classDays[Math.floor(position * classDays.length)] as string,
      weight: Math.floor(100 / count) + (order === count - 1 ? 100 % count : 0),
    }
  })
}

/** A course's whole year. */
export const planAssessments = (random: Random, course: Course, { periods }: SchoolCalendar): Assessment[] =>
  course.level.plan
    .filter(({ scale }) => scale !== null)
    .flatMap((subject) =>
      periods.flatMap((period, index) => ofSubject(random, course, subject, period, index + 1)),
    )
