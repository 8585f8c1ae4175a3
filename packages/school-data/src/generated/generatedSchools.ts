import type { SchoolCalendar } from '../calendar/calendar.ts'
import { comunas, drawAddress, drawHousehold, type Household } from '../people/households.ts'
import { createNumbers, type Numbered, type Numbers, unissuedRbds } from '../people/numbers.ts'
import { drawPupil, numbered, sortByName } from '../people/pupils.ts'
import { type Random, randomOf, seedOf, shuffle } from '../random.ts'
import type { School } from '../school.ts'
import { changeSchool } from './generatedChanges.ts'
import { chooseElectives, drawCourses, type LevelCourse } from './generatedCourses.ts'

export type LevelSchool = School & {
  comuna: string
  courses: LevelCourse[]
  /** The households whose first child is in this school, so that each household is in one school's list. */
  households: Household[]
}

export type Shape = {
  students: number
  schools: number
  calendar: SchoolCalendar
  seed: number
  /** The days of class so far, oldest first. */
  days: string[]
  /** True for the set that the same schools would import some weeks later. */
  isChanged: boolean
}

/** A household, and the number of its children who have no place in a course yet. */
type WaitingHousehold = { household: Household; children: number }

/** Draws the sizes of the schools: within about 15 % of their average, with the sum `students`. */
export function drawSizes({ students, schools, seed }: Shape): number[] {
  const random = randomOf(seed)
  const weights = Array.from({ length: schools }, () => 85 + random.below(31))
  const total = weights.reduce((sum, weight) => sum + weight)
  let weight = 0
  let placed = 0
  return weights.map((share) => {
    weight += share
    const size = Math.round((students * weight) / total) - placed
    placed += size
    return size
  })
}

/** Draws the number of a household's children. About a fifth of the pupils have a brother or sister. */
const drawChildren = (random: Random) => (random.chance(0.015) ? 3 : random.chance(0.1) ? 2 : 1)

/** Returns one place for each pupil, evenly spread over the courses, in random order. */
const placesIn = (random: Random, courses: LevelCourse[], size: number): LevelCourse[] =>
  shuffle(
    random,
    Array.from({ length: size }, (_, index) => courses[index % courses.length] as LevelCourse),
  )

/** Fills the places family by family, those in `waiting` first. Children without a place are added to `waiting`. */
function fillPlaces(
  places: LevelCourse[],
  waiting: WaitingHousehold[],
  random: Random,
  { found, enrol }: { found(): Household; enrol(course: LevelCourse, household: Household): void },
): void {
  const unplaced: WaitingHousehold[] = []
  while (places.length > 0) {
    const family = waiting.pop() ?? { household: found(), children: drawChildren(random) }
    let { children } = family
    do {
      enrol(places.pop() as LevelCourse, family.household)
      children -= 1
      // Some children attend another school than their brothers and sisters.
    } while (children > 0 && places.length > 0 && random.chance(0.8))
    if (children > 0) unplaced.push({ household: family.household, children })
  }
  waiting.push(...unplaced)
}

/** Draws the schools one by one, so that only one school is in memory at a time. */
export function* drawSchools(shape: Shape): Generator<LevelSchool> {
  const numbers = createNumbers()
  const rbds = unissuedRbds(shape.schools)
  const newcomers = createNumbers(undefined, { areForNewcomers: true })
  const { year } = shape.calendar
  const waiting: WaitingHousehold[] = []
  for (const [index, size] of drawSizes(shape).entries()) {
    const random = randomOf(shape.seed, index + 1)
    const school = openSchool(random, numbers, { ...shape, index, rbd: rbds[index] as Numbered, size })
    fillPlaces(placesIn(random, school.courses, size), waiting, random, {
      found() {
        const household = drawHousehold(random, numbers)
        school.households.push(household)
        return household
      },
      enrol(course, household) {
        const run = random.chance(0.01) ? numbers.ipe() : numbers.studentRun()
        const pupil = drawPupil(random, { ...shape, year, age: course.level.age, run, household })
        course.pupils.push({ ...pupil, electives: chooseElectives(course.subjects, run) })
      },
    })
    for (const course of school.courses) course.pupils = sortByName(course.pupils)
    if (shape.isChanged) {
      const elsewhere = new Set(waiting.map(({ household }) => household))
      changeSchool(school, shape, {
        random: randomOf(shape.seed, index + 1, 2),
        numbers: newcomers,
        elsewhere,
      })
    }
    for (const course of school.courses) course.listNumbers = numbered(course.pupils)
    yield school
  }
}

function openSchool(
  random: Random,
  numbers: Numbers,
  { index, rbd, size, seed, calendar }: Shape & { index: number; rbd: Numbered; size: number },
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
