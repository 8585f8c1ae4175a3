import { addDays } from '@apoderados/contract/values/days'
import { drawHousehold, type Household } from '../people/households.ts'
import type { Numbers } from '../people/numbers.ts'
import { drawPupil, type Pupil } from '../people/pupils.ts'
import { type Random, randomOf } from '../random.ts'
import { chooseElectives, type LevelCourse, type LevelSchool, type SetShape } from './generatedCourses.ts'

/*
 * The shares of a school's pupils and households that change between the first set and the changed one. They are small,
 * because an import refuses to end more than 5 % of a school's enrollments, electives or links.
 */
const LEAVERS_SHARE = 0.02 // of the pupils
const NEWCOMERS_SHARE = 0.01 // of the pupils of the first set
const OTHER_ELECTIVES_SHARE = 0.02 // of the pupils: each of them changes one elective
const NEW_MOBILES_SHARE = 0.02 // of the households: the first guardian gets another mobile number
const CLOSED_LINKS_SHARE = 0.005 // of the households: the second guardian loses the access
/** The number of class days from a newcomer's enrollment to the last day with records. */
const NEWCOMER_DAYS = 10

/** `elsewhere` contains the households that also have a child in another school; their guardians keep their mobiles. */
type ChangeContext = { random: Random; numbers: Numbers; elsewhere: ReadonlySet<Household> }

/**
 * Returns a function that draws whether a value of the pupil in a changed set differs from the value in the first set;
 * its argument is the probability, 0 to 1. For the first set, the function always returns false.
 */
export function createChangeChance(
  { seed, isChanged }: Pick<SetShape, 'seed' | 'isChanged'>,
  { run }: Pupil,
) {
  return isChanged ? randomOf(seed, 2, Number(run.number)).chance : () => false
}

/** Changes a school: pupils leave, arrive and change electives, mobiles change, links are closed. */
export function changeSchool(school: LevelSchool, shape: SetShape, context: ChangeContext): void {
  const { random } = context
  const withdrawalDay = addDays(shape.days.at(-1) as string, 1)
  const pupils = school.courses.flatMap((course) => course.pupils)
  for (const pupil of pupils) if (random.chance(LEAVERS_SHARE)) pupil.withdrawn_on ??= withdrawalDay
  for (const { pupils, subjects } of school.courses) {
    for (const pupil of pupils) {
      if (createChangeChance(shape, pupil)(OTHER_ELECTIVES_SHARE))
        pupil.electives = chooseElectives(subjects, pupil.run, 1)
    }
  }
  changeHouseholds(school, context)
  for (let count = Math.ceil(pupils.length * NEWCOMERS_SHARE); count > 0; count -= 1) {
    enrollNewcomer(school, random.pick(school.courses), shape, context)
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

function enrollNewcomer(
  school: LevelSchool,
  course: LevelCourse,
  shape: SetShape,
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
