import { addDays } from '@apoderados/contract/values/days'
import { drawHousehold, type Household } from '../people/households.ts'
import type { Numbers } from '../people/numbers.ts'
import { drawPupil, type Pupil } from '../people/pupils.ts'
import { type Random, randomOf } from '../random.ts'
import { chooseElectives, type LevelCourse } from './generatedCourses.ts'
import type { LevelSchool, Shape } from './generatedSchools.ts'

/**
 * The shares of the pupils, households and links that change. They are small, because an import refuses more than 5 %
 * of removals.
 */
const LEAVERS_SHARE = 0.02
const NEWCOMERS_SHARE = 0.01
const NEW_MOBILES_SHARE = 0.02
const CLOSED_LINKS_SHARE = 0.005
const OTHER_ELECTIVES_SHARE = 0.02
/** The number of class days since a newcomer's enrollment. */
const NEWCOMER_DAYS = 10

/** `elsewhere` contains households that also have a child in another school; their guardians do not change. */
type ChangeContext = { random: Random; numbers: Numbers; elsewhere: ReadonlySet<Household> }

/**
 * Returns a function that draws whether a value of the pupil in the set of a later import differs from the value in the
 * set of the first import. For the first set, the function always returns false.
 */
export function changesOf({ seed, isChanged }: Pick<Shape, 'seed' | 'isChanged'>, { run }: Pupil) {
  return isChanged ? randomOf(seed, 2, Number(run.number)).chance : () => false
}

/** Changes a school: pupils leave, arrive and change electives, mobiles change, links are closed. */
export function changeSchool(school: LevelSchool, shape: Shape, context: ChangeContext): void {
  const { random } = context
  const withdrawalDay = addDays(shape.days.at(-1) as string, 1)
  const pupils = school.courses.flatMap((course) => course.pupils)
  for (const pupil of pupils) if (random.chance(LEAVERS_SHARE)) pupil.withdrawn_on ??= withdrawalDay
  for (const { pupils, subjects } of school.courses) {
    for (const pupil of pupils) {
      if (changesOf(shape, pupil)(OTHER_ELECTIVES_SHARE))
        pupil.electives = chooseElectives(subjects, pupil.run, 1)
    }
  }
  changeHouseholds(school, context)
  for (let count = Math.ceil(pupils.length * NEWCOMERS_SHARE); count > 0; count -= 1) {
    enroll(school, random.pick(school.courses), shape, context)
  }
}

function changeHouseholds({ households }: LevelSchool, { random, numbers, elsewhere }: ChangeContext): void {
  for (const household of households) {
    const [first, second] = household.links
    if (first && random.chance(NEW_MOBILES_SHARE) && !elsewhere.has(household))
      first.guardian.phone = numbers.mobile()
    if (second && random.chance(CLOSED_LINKS_SHARE))
      second.no_access_reason = 'Resolución del Tribunal de Familia'
  }
}

function enroll(
  school: LevelSchool,
  course: LevelCourse,
  shape: Shape,
  { random, numbers }: ChangeContext,
): void {
  const household = drawHousehold(random, numbers)
  school.households.push(household)
  const [run, year] = [numbers.studentRun(), shape.calendar.year]
  const pupil = drawPupil(random, { ...shape, year, age: course.level.age, run, household })
  const enrolled_on = shape.days.at(-NEWCOMER_DAYS) ?? pupil.enrolled_on
  const electives = chooseElectives(course.subjects, run)
  course.pupils.push({ ...pupil, electives, enrolled_on, withdrawn_on: null })
}
