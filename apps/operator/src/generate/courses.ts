import { men, surnames, women } from '@apoderados/server/db/demo/names'
import type { Random } from '@apoderados/server/db/demo/random'
import type { Numbered, Numbers } from './numbers.ts'
import { type Level, levels } from './plans.ts'
import type { Pupil } from './pupils.ts'

export type Teacher = Numbered & { name: string; last_name: string; second_last_name: string }

export type Course = {
  /** '1BA'. */
  code: string
  letter: string
  level: Level
  /** Counted from 0 in its school. */
  index: number
  /** In the order of the list. */
  pupils: Pupil[]
  /** By the subject's code. */
  teachers: Map<string, Teacher>
}

const PUPILS_A_COURSE = 39
/** One specialist of a subject for so many courses. */
const COURSES_A_SPECIALIST = 12

function drawTeacher(random: Random, numbers: Numbers): Teacher {
  return {
    ...numbers.staffRun(),
    name: random.pick(random.chance(0.6) ? women : men),
    last_name: random.pick(surnames),
    second_last_name: random.pick(surnames),
  }
}

/** The courses of a school of so many pupils, still empty, and who teaches there. */
export function drawCourses(
  random: Random,
  numbers: Numbers,
  size: number,
): { courses: Course[]; staff: Teacher[] } {
  const staff: Teacher[] = []
  const hire = () => {
    const teacher = drawTeacher(random, numbers)
    staff.push(teacher)
    return teacher
  }
  const specialists = new Map<string, Teacher>()
  const specialistOf = (subject: string, course: number) => {
    const key = `${subject} ${Math.floor(course / COURSES_A_SPECIALIST)}`
    const teacher = specialists.get(key) ?? hire()
    specialists.set(key, teacher)
    return teacher
  }
  const count = Math.max(1, Math.round(size / PUPILS_A_COURSE))
  const courses = Array.from({ length: count }, (_, index): Course => {
    const level = levels[index % levels.length] as Level
    const letter = String.fromCharCode(65 + Math.floor(index / levels.length))
    const head = hire()
    const teachers = level.plan.map(
      ({ code, isOfHead }) => [code, isOfHead ? head : specialistOf(code, index)] as const,
    )
    return { code: `${level.prefix}${letter}`, letter, level, index, pupils: [], teachers: new Map(teachers) }
  })
  return { courses, staff }
}
