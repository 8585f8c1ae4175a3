import { addDays } from '@apoderados/server/db/demo/days'
import { boys, girls } from '@apoderados/server/db/demo/names'
import type { Random } from '@apoderados/server/db/demo/random'
import type { Course } from './courses.ts'
import type { Numbered } from './numbers.ts'
import type { Household } from './people.ts'

export type Pupil = {
  run: Numbered
  name: string
  last_name: string
  second_last_name: string
  social_name: string | null
  birthday: string
  gender: 'F' | 'M'
  household: Household
  enrolled_on: string
  /** The first day without them. */
  withdrawn_on: string | null
}

const MIN_STAY = 20

/** `days`: on which there has been class, oldest first. */
function drawStay(random: Random, days: string[]): Pick<Pupil, 'enrolled_on' | 'withdrawn_on'> {
  const kind = random.below(100)
  const drawn = random.below(Math.max(1, days.length - MIN_STAY))
  const first = days[0] as string
  if (kind < 3) return { enrolled_on: days[drawn] ?? first, withdrawn_on: null }
  if (kind === 3) return { enrolled_on: first, withdrawn_on: days[drawn + MIN_STAY] ?? null }
  return { enrolled_on: first, withdrawn_on: null }
}

export function drawPupil(
  random: Random,
  { level }: Course,
  { run, household, year, days }: { run: Numbered; household: Household; year: number; days: string[] },
): Pupil {
  const isGirl = random.chance(0.5)
  const names = isGirl ? girls : boys
  const first = random.pick(names)
  const second = random.pick(names.filter((name) => name !== first))
  const [last_name, second_last_name] = household.surnames
  const birthday = addDays(`${year - level.age}-04-01`, -random.below(365))
  return {
    run,
    name: random.chance(0.9) ? `${first} ${second}` : first,
    last_name,
    // As of who has one surname only.
    second_last_name: random.chance(0.02) ? '' : second_last_name,
    social_name: random.chance(0.004) ? random.pick(isGirl ? boys : girls) : null,
    birthday,
    gender: isGirl ? 'F' : 'M',
    household,
    ...drawStay(random, days),
  }
}

const spanish = new Intl.Collator('es')

/** As class lists go: ñ after n. */
export const sortByName = (pupils: Pupil[]): Pupil[] => {
  const nameOf = (pupil: Pupil) => `${pupil.last_name} ${pupil.second_last_name} ${pupil.name}`
  const named = pupils.map((pupil) => ({ pupil, name: nameOf(pupil) }))
  return named.sort((one, other) => spanish.compare(one.name, other.name)).map(({ pupil }) => pupil)
}
