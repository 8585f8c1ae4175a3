import type { Assessment } from './assessmentPlan.ts'
import { addDays } from './days.ts'
import type { Pupil, Role } from './pupils.ts'
import type { Random } from './random.ts'

/** Null is pending. */
export type Mark = { tenths: number | null; concept: string | null } | null

const number = (tenths: number): Mark => ({ tenths, concept: null })
const concept = (label: string): Mark => ({ tenths: null, concept: label })

/** Any first few of them average below 4,0. */
const weakTenths = [38, 35, 41, 36, 40, 38]
const DAYS_TO_GRADE = 5
const HORIZON_DAYS = 28

/** What the demo accounts must see whatever the draw; undefined leaves it to the draw. */
function settledMark(role: Role, { subject, order }: Assessment, isCurrent: boolean): Mark | undefined {
  const is = (who: Role, name: string) => role === who && subject.name === name
  if (is('martina', 'Inglés')) return number((weakTenths[order] ?? 38) + (isCurrent ? 0 : 7))
  if (is('martina', 'Historia, Geografía y Cs. Sociales') && order === 0) return number(38)
  if (is('martina', 'Artes Visuales') && order === 0) return null
  if (is('tomas', 'Tecnología') && isCurrent) return null
  if (is('tomas', 'Educación Física y Salud') && order === 0) return concept('EX')
  return undefined
}

function conceptOf(tenths: number): Mark {
  if (tenths >= 58) return concept('MB')
  if (tenths >= 46) return concept('B')
  return concept(tenths >= 36 ? 'S' : 'I')
}

/** In tenths, 42 to 64. */
const abilityOf = (role: Role, random: Random): number => {
  const drawn = 42 + random.below(23)
  return role === 'martina' ? 60 : role === 'tomas' ? 48 : drawn
}

/** One pupil's marks in the order of `assessments`; drawn for the whole year, so that a later today changes none. */
export function drawMarks(
  random: Random,
  { role, enrolled_on }: Pupil,
  assessments: Assessment[],
  { today, currentPeriod }: { today: string; currentPeriod: number },
): Mark[] {
  const ability = abilityOf(role, random)
  const offsets = new Map<string, number>()
  return assessments.map((assessment) => {
    const { subject, held_on, period } = assessment
    const offset = offsets.get(subject.name) ?? random.below(11) - 5
    offsets.set(subject.name, offset)
    const tenths = Math.min(70, Math.max(20, ability + offset + random.below(15) - 7))
    if (held_on < enrolled_on || !isGraded(assessment, today)) return null
    const settled = settledMark(role, assessment, period === currentPeriod)
    if (settled !== undefined) return settled
    return subject.scale_type === 'other' ? conceptOf(tenths) : number(tenths)
  })
}

/** A semester's first are graded at once, so that a semester just begun has grades; the others take some days. */
function isGraded({ order, held_on }: Assessment, today: string): boolean {
  return held_on <= (order === 0 ? today : addDays(today, -DAYS_TO_GRADE))
}

/** Teachers announce what comes in the next weeks. */
export const isAnnounced = ({ held_on }: Assessment, today: string): boolean =>
  held_on <= addDays(today, HORIZON_DAYS)
