import type { Course, Employee, Subject } from '../courses/course.ts'
import { electivesByHours } from '../courses/course.ts'
import type { Numbered, Numbers } from '../people/numbers.ts'
import { type Random, seedOf } from '../random.ts'
import { men, surnames, women } from '../text/names.ts'
import { type Level, levels, weekOf } from './levels.ts'

/** Of a level, with a code: '1BA'. */
export type LevelCourse = Course & { code: string; level: Level }

const PUPILS_A_COURSE = 39
/** One specialist of a subject for so many courses. */
const COURSES_A_SPECIALIST = 12

function drawTeacher(random: Random, numbers: Numbers): Employee & { run: Numbered } {
  return {
    run: numbers.staffRun(),
    name: random.pick(random.chance(0.6) ? women : men),
    last_name: random.pick(surnames),
    second_last_name: random.pick(surnames),
  }
}

type Drawn = { courses: LevelCourse[]; staff: Map<string, Employee> }

/** The courses of a school of so many pupils, still empty, and who teaches there, by RUN. */
export function drawCourses(random: Random, numbers: Numbers, size: number, seed: number): Drawn {
  const staff = new Map<string, Employee>()
  const hire = () => {
    const teacher = drawTeacher(random, numbers)
    staff.set(teacher.run.number, teacher)
    return teacher.run.number
  }
  const specialists = new Map<string, string>()
  const specialistOf = (subject: string, course: number) => {
    const key = `${subject} ${Math.floor(course / COURSES_A_SPECIALIST)}`
    const teacher = specialists.get(key) ?? hire()
    specialists.set(key, teacher)
    return teacher
  }
  const count = Math.max(1, Math.round(size / PUPILS_A_COURSE))
  const courses = Array.from({ length: count }, (_, index): LevelCourse => {
    const level = levels[index % levels.length] as Level
    const letter = String.fromCharCode(65 + Math.floor(index / levels.length))
    const head = hire()
    const subjects = level.plan.map(({ isOfHead, blocks, ...subject }) => ({
      ...subject,
      teacher: isOfHead ? head : specialistOf(subject.code, index),
    }))
    return {
      ...{ code: `${level.prefix}${letter}`, name: level.name, letter, level, subjects },
      ...{ week: weekOf(level.plan, index), seed: seedOf(seed, index), pupils: [], listNumbers: new Map() },
    }
  })
  return { courses, staff }
}

/** The names of the electives that a pupil takes, one at each of their hours; `turn` chooses another at the first. */
export function chooseElectives(subjects: readonly Subject[], run: Numbered, turn = 0): string[] {
  return electivesByHours(subjects).map((options, hours) => {
    const choice = (Number(run.number) >> hours) + (hours === 0 ? turn : 0)
    return (options[choice % options.length] as Subject).name
  })
}
