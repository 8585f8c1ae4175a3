import type { ObservationPlace } from '@apoderados/contract/observations'
import type { Subject } from '../courses/course.ts'
import type { Pupil } from '../people/pupils.ts'
import type { Random } from '../random.ts'
import { commonObservations, type ObservationText } from '../text/observationTexts.ts'
import { daysBack } from './attendance.ts'

/** An observation on a pupil, with its author and place. */
export type Observation = Omit<ObservationText, 'employee' | 'subject' | 'where_is'> & {
  date: string
  /** The subject, if the observation was made in a lesson; otherwise null. */
  subject: Subject | null
  /** The key of the author in the school's staff; null if the observation is unsigned. */
  author: string | null
  where_is: ObservationPlace | null
}

/** Random observations are within this number of the last days on which the pupil attended. */
const OBSERVATION_DAYS = 80

/**
 * Draws up to `maxCount` observations, at most one a day. `attended` contains the possible days, oldest first. For a
 * prescribed pupil, it returns the prescribed observations.
 */
export function drawObservations(
  random: Random,
  { prescribed }: Pupil,
  subjects: readonly Subject[],
  attended: readonly string[],
  maxCount: number,
): Observation[] {
  const observationOn = (date: string, { employee, ...text }: ObservationText): Observation => {
    const subject = subjects.find(({ name }) => name === text.subject) ?? null
    const { event_type, description, observation, where_is = null } = text
    const author = subject?.teacher ?? employee ?? null
    return { date, event_type, description, observation, subject, author, where_is }
  }
  if (prescribed) {
    const offsets = prescribed.observations.map(({ offset }) => offset)
    const days = daysBack(attended, offsets)
    return prescribed.observations.flatMap((text, index) => {
      const day = days[index]
      return day ? [observationOn(day, text)] : []
    })
  }
  const days = attended.slice(-OBSERVATION_DAYS)
  const count = Math.min(random.below(maxCount + 1), days.length)
  const first = random.below(Math.max(1, days.length))
  return Array.from({ length: count }, (_, index) => {
    const { inClass, ...text } = random.pick(commonObservations)
    const subject = random.pick(subjects).name
    const day = days[(first + Math.floor((index * days.length) / count)) % days.length] as string
    return observationOn(day, inClass ? { ...text, subject } : text)
  })
}
