import { addDays } from '@apoderados/contract/values/days'
import type { CoursePlan } from '../courses/course.ts'
import type { Random } from '../random.ts'
import type { PrescribedRecords } from '../records/prescribedRecords.ts'
import { boyNames, girlNames } from '../text/names.ts'
import type { Household } from './households.ts'
import type { OfficialNumber } from './numbers.ts'

export type Pupil = {
  run: OfficialNumber
  name: string
  last_name: string
  second_last_name: string | null
  social_name: string | null
  shows_social_name: boolean
  birthday: string
  gender: 'Femenino' | 'Masculino' | 'No binario'
  household: Household
  hasPhoto: boolean
  shares_photo: boolean
  enrolled_on: string
  /** The day after the pupil's last day in the school; null for a pupil who has not left. */
  withdrawn_on: string | null
  /** The names of the pupil's electives. */
  electives: readonly string[]
  /** Fixed records that replace the random ones. */
  prescribed?: PrescribedRecords
}

export type Course = CoursePlan & {
  /** The pupils in the order in which their rows are written; in the demo, those of `fixedPupils` are first. */
  pupils: Pupil[]
  listNumbers: Map<Pupil, number>
}

export const wasEnrolled = ({ enrolled_on, withdrawn_on }: Pupil, day: string) =>
  day >= enrolled_on && (withdrawn_on === null || day < withdrawn_on)

/** The least number of class days between enrollment and withdrawal. */
const MIN_STAY_DAYS = 20

/** Draws the days of enrollment and, for a pupil who leaves, of withdrawal. `days` are class days, the oldest first. */
function drawStay(random: Random, days: readonly string[]): Pick<Pupil, 'enrolled_on' | 'withdrawn_on'> {
  const kind = random.below(100)
  const drawn = random.below(Math.max(1, days.length - MIN_STAY_DAYS))
  const first = days[0] as string
  if (kind < 3) return { enrolled_on: days[drawn] ?? first, withdrawn_on: null }
  if (kind === 3) return { enrolled_on: first, withdrawn_on: days[drawn + MIN_STAY_DAYS] ?? null }
  return { enrolled_on: first, withdrawn_on: null }
}

type PupilInput = Pick<Pupil, 'run' | 'household'> & { year: number; days: readonly string[]; age: number }

/** Draws a pupil. `age` is the pupil's age in years on 1 April of `year`. */
export function drawPupil(random: Random, { run, household, year, days, age }: PupilInput): Pupil {
  const isGirl = random.chance(0.5)
  const names = isGirl ? girlNames : boyNames
  const first = random.pick(names)
  const second = random.pick(names.filter((name) => name !== first))
  const [last_name, second_last_name] = household.surnames
  return {
    run,
    name: random.chance(0.9) ? `${first} ${second}` : first,
    last_name,
    second_last_name: random.chance(0.02) ? null : second_last_name,
    social_name: random.chance(0.004) ? random.pick(isGirl ? boyNames : girlNames) : null,
    shows_social_name: Number(run.number) % 2 === 0,
    birthday: addDays(`${year - age}-04-01`, -random.below(365)),
    gender: isGirl ? 'Femenino' : 'Masculino',
    household,
    hasPhoto: random.chance(0.6),
    shares_photo: random.chance(0.8),
    ...drawStay(random, days),
    electives: [],
  }
}

/** Returns the pupils' numbers on the class list: 1 for the first of `pupils`, and so on. */
export const listNumbersOf = (pupils: readonly Pupil[]) =>
  new Map(pupils.map((pupil, index) => [pupil, index + 1]))

const spanishCollator = new Intl.Collator('es-CL')

/** Sorts by surnames and name as Chilean class lists do, with ñ after n. */
export const sortByName = (pupils: readonly Pupil[]): Pupil[] => {
  const nameOf = ({ last_name, second_last_name, name }: Pupil) =>
    `${last_name} ${second_last_name ?? ''} ${name}`
  return pupils.toSorted((one, other) => spanishCollator.compare(nameOf(one), nameOf(other)))
}
