import { addDays } from '@apoderados/server/db/demo/days'
import type { Random } from '@apoderados/server/db/demo/random'
import type { Course } from './courses.ts'
import type { Numbers } from './numbers.ts'
import { drawHousehold, type Household } from './people.ts'
import { drawPupil } from './pupils.ts'
import type { School, Shape } from './schools.ts'

/** Below the 5 % that an import asks about. */
const LEAVERS = 0.02
const NEWCOMERS = 0.01
const NEW_MOBILES = 0.02
const CLOSED_LINKS = 0.005
const DAYS_OF_A_NEWCOMER = 10

/** `elsewhere`: households with a child in another school too, whose guardians stay as they are. */
type Changing = { random: Random; numbers: Numbers; elsewhere: ReadonlySet<Household> }

/** Leavers, newcomers at the end of their lists, new mobiles, links closed. */
export function changeSchool(school: School, shape: Shape, changing: Changing): void {
  const { random } = changing
  const gone = addDays(shape.days.at(-1) as string, 1)
  const pupils = school.courses.flatMap((course) => course.pupils)
  for (const pupil of pupils) if (random.chance(LEAVERS)) pupil.withdrawn_on ??= gone
  changeHouseholds(school, changing)
  for (let count = Math.ceil(pupils.length * NEWCOMERS); count > 0; count -= 1) {
    welcome(school, random.pick(school.courses), shape, changing)
  }
}

function changeHouseholds({ households }: School, { random, numbers, elsewhere }: Changing): void {
  for (const household of households) {
    const [first, second] = household.links
    if (first && random.chance(NEW_MOBILES) && !elsewhere.has(household))
      first.guardian.phone = numbers.mobile()
    if (second && random.chance(CLOSED_LINKS)) second.noAccessReason = 'Resolución del Tribunal de Familia'
  }
}

function welcome(school: School, course: Course, shape: Shape, { random, numbers }: Changing): void {
  const household = drawHousehold(random, numbers)
  school.households.push(household)
  const pupil = drawPupil(random, course, { ...shape, run: numbers.studentRun(), household })
  const enrolled_on = shape.days.at(-DAYS_OF_A_NEWCOMER) ?? pupil.enrolled_on
  course.pupils.push({ ...pupil, enrolled_on, withdrawn_on: null })
}
