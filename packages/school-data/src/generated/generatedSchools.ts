import { drawHousehold, type Household } from '../people/households.ts'
import { createNumbers, type OfficialNumber, unissuedRbds } from '../people/numbers.ts'
import { drawPupil, listNumbersOf, sortByName } from '../people/pupils.ts'
import { type Random, randomOf, shuffle } from '../random.ts'
import { changeSchool } from './generatedChanges.ts'
import {
  chooseElectives,
  drawEmptySchool,
  type LevelCourse,
  type LevelSchool,
  type SetShape,
} from './generatedCourses.ts'

/** A household, and the number of its children who have no place in a course yet. */
type WaitingHousehold = { household: Household; children: number }

/** Draws the number of pupils of each school: within about 15 % of the average, with the sum `students`. */
export function drawSizes({ students, schools, seed }: SetShape): number[] {
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
const drawChildCount = (random: Random) => (random.chance(0.015) ? 3 : random.chance(0.1) ? 2 : 1)

/** Returns the courses of the school's `size` places, evenly spread over its courses, in random order. */
const drawPlaces = (random: Random, courses: LevelCourse[], size: number): LevelCourse[] =>
  shuffle(
    random,
    Array.from({ length: size }, (_, index) => courses[index % courses.length] as LevelCourse),
  )

/**
 * Enrolls children until no place is left, family by family, first the families in `waiting`. Families of which a child
 * gets no place are added to `waiting`.
 */
function fillPlaces(
  places: LevelCourse[],
  waiting: WaitingHousehold[],
  random: Random,
  {
    createHousehold,
    enroll,
  }: { createHousehold(): Household; enroll(course: LevelCourse, household: Household): void },
): void {
  const unplaced: WaitingHousehold[] = []
  while (places.length > 0) {
    const family = waiting.pop() ?? { household: createHousehold(), children: drawChildCount(random) }
    let { children } = family
    do {
      enroll(places.pop() as LevelCourse, family.household)
      children -= 1
      // Some children attend another school than their brothers and sisters.
    } while (children > 0 && places.length > 0 && random.chance(0.8))
    if (children > 0) unplaced.push({ household: family.household, children })
  }
  waiting.push(...unplaced)
}

/** Draws and yields the schools one by one, so that a caller can hold only one of them in memory. */
export function* drawSchools(shape: SetShape): Generator<LevelSchool> {
  const numbers = createNumbers()
  const rbds = unissuedRbds(shape.schools)
  const newcomers = createNumbers(undefined, { areForNewcomers: true })
  const { year } = shape.calendar
  const waiting: WaitingHousehold[] = []
  for (const [index, size] of drawSizes(shape).entries()) {
    const random = randomOf(shape.seed, index + 1)
    const rbd = rbds[index] as OfficialNumber
    const school = drawEmptySchool(random, numbers, { ...shape, index, rbd, size })
    fillPlaces(drawPlaces(random, school.courses, size), waiting, random, {
      createHousehold() {
        const household = drawHousehold(random, numbers)
        school.households.push(household)
        return household
      },
      enroll(course, household) {
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
    for (const course of school.courses) course.listNumbers = listNumbersOf(course.pupils)
    yield school
  }
}
