import { electivesByHours } from './electives.ts'
import type { Plan } from './plans.ts'

/** `subject` by its code; none is playtime. */
export type Block = { weekday: number; starts_at: string; ends_at: string; subject: string | null }

const slots = [
  ['08:00', '08:45', '09:30'],
  ['09:45', '10:30', '11:15'],
  ['11:30', '12:15', '13:00'],
  ['14:00', '14:45', '15:30'],
] as const
const WEEKDAYS = 5
/** Friday ends at 13:00. */
const FRIDAY_SLOTS = 3

/** The week's 90 minutes in the plan's order, two halves together; of electives at the same hours the first. */
function lessonsOf(plan: Plan): [string, string][] {
  const others = electivesByHours(plan).flatMap((options) => options.slice(1))
  const halves = plan
    .filter((subject) => !others.includes(subject))
    .flatMap(({ code, blocks }) => Array.from({ length: blocks * 2 }, () => code))
  return Array.from({ length: halves.length / 2 }, (_, index) => [
    halves[index * 2] as string,
    halves[index * 2 + 1] as string,
  ])
}

function lesson(weekday: number, slot: number, [first, second]: [string, string]): Block[] {
  const [starts_at, halfway, ends_at] = slots[slot] ?? slots[0]
  const next = slots[slot + 1]
  const isLast = !next || (weekday === WEEKDAYS && slot === FRIDAY_SLOTS - 1)
  const playtime = isLast ? [] : [{ weekday, starts_at: ends_at, ends_at: next[0], subject: null }]
  if (first === second) return [{ weekday, starts_at, ends_at, subject: first }, ...playtime]
  return [
    { weekday, starts_at, ends_at: halfway, subject: first },
    { weekday, starts_at: halfway, ends_at, subject: second },
    ...playtime,
  ]
}

/** A course's week, another one for each `turn`; a subject's lessons fall on days that follow each other. */
export function weekOf(plan: Plan, turn: number): Block[] {
  const lessons = lessonsOf(plan)
  const electives = electivesByHours(plan).map((options) => options.map(({ code }) => code))
  const withOthers = (block: Block): Block[] => {
    const options = electives.find(([first]) => first === block.subject) ?? [block.subject]
    return options.map((subject) => ({ ...block, subject }))
  }
  return lessons.flatMap((_, index) => {
    const weekday = (index % WEEKDAYS) + 1
    const slot = Math.floor(index / WEEKDAYS)
    const subjects = lessons[(index + turn) % lessons.length] as [string, string]
    return lesson(weekday, slot, subjects).flatMap(withOthers)
  })
}
