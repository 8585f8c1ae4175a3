import type { SchoolCalendar } from '../calendar/calendar.ts'
import { type Employee, electivesByGroup, type Subject } from '../courses/course.ts'
import { comunas, drawAddress, type Household } from '../people/households.ts'
import type { Numbers, OfficialNumber } from '../people/numbers.ts'
import type { Course } from '../people/pupils.ts'
import { type Random, seedOf } from '../random.ts'
import type { School } from '../school.ts'
import { manNames, surnames, womanNames } from '../text/names.ts'
import { type Level, levels, weekOf } from './levels.ts'

/** A generated course, with a code such as '1BA' and its level. */
export type LevelCourse = Course & { code: string; level: Level }

/** A generated school. */
export type LevelSchool = School & {
  comuna: string
  courses: LevelCourse[]
  /** The households whose first child is in this school, so that each household is in one school's list. */
  households: Household[]
}

/** The size of a generated set, and what its schools are drawn from. */
export type SetShape = {
  students: number
  schools: number
  calendar: SchoolCalendar
  seed: number
  /** The class days up to the last day with records, oldest first. */
  days: string[]
  /** True for the changed set: what the same schools would import some weeks after the first set. */
  isChanged: boolean
}

const PUPILS_PER_COURSE = 39
/** The highest number of courses in which one specialist teaches a subject. */
const COURSES_PER_SPECIALIST = 12

function drawTeacher(random: Random, numbers: Numbers): Employee & { run: OfficialNumber } {
  return {
    run: numbers.staffRun(),
    name: random.pick(random.chance(0.6) ? womanNames : manNames),
    last_name: random.pick(surnames),
    second_last_name: random.pick(surnames),
  }
}

type CoursesAndStaff = { courses: LevelCourse[]; staff: Map<string, Employee> }

/** Draws the courses of a school with `size` pupils, and the teachers by RUN. The courses have no pupils yet. */
function drawCourses(random: Random, numbers: Numbers, size: number, seed: number): CoursesAndStaff {
  const staff = new Map<string, Employee>()
  const hire = () => {
    const teacher = drawTeacher(random, numbers)
    staff.set(teacher.run.number, teacher)
    return teacher.run.number
  }
  const specialists = new Map<string, string>()
  const specialistOf = (subject: string, course: number) => {
    const key = `${subject} ${Math.floor(course / COURSES_PER_SPECIALIST)}`
    const teacher = specialists.get(key) ?? hire()
    specialists.set(key, teacher)
    return teacher
  }
  const count = Math.max(1, Math.round(size / PUPILS_PER_COURSE))
  const courses = Array.from({ length: count }, (_, index): LevelCourse => {
    const level = levels[index % levels.length] as Level
    const letter = String.fromCharCode(65 + Math.floor(index / levels.length))
    const head = hire()
    const subjects = level.plan.map(({ isOfHead, blocks, ...subject }) => ({
      ...subject,
      teacher: isOfHead ? head : specialistOf(subject.code, index),
    }))
    return {
      code: `${level.prefix}${letter}`,
      name: level.name,
      letter,
      level,
      subjects,
      week: weekOf(level.plan, index),
      seed: seedOf(seed, index),
      pupils: [],
      listNumbers: new Map(),
    }
  })
  return { courses, staff }
}

/** Draws a school whose courses have no pupils yet. */
export function drawEmptySchool(
  random: Random,
  numbers: Numbers,
  { index, rbd, size, seed, calendar }: SetShape & { index: number; rbd: OfficialNumber; size: number },
): LevelSchool {
  return {
    rbd,
    name: `Colegio de Prueba ${String(index + 1).padStart(3, '0')}`,
    address: drawAddress(random),
    comuna: random.pick(comunas)[0],
    phone: numbers.landline(),
    year: calendar.year,
    periods: calendar.periods,
    closures: calendar.closures,
    ...drawCourses(random, numbers, size, seedOf(seed, Number(rbd.number))),
    households: [],
  }
}

/** Returns the names of a pupil's electives, one of each group. A `turn` of 1 exchanges the first group's elective. */
export function chooseElectives(subjects: readonly Subject[], run: OfficialNumber, turn = 0): string[] {
  return electivesByGroup(subjects).map((options, index) => {
    const choice = (Number(run.number) >> index) + (index === 0 ? turn : 0)
    return (options[choice % options.length] as Subject).name
  })
}
