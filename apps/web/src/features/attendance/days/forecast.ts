import { config } from '../../../config.ts'

const { attendanceMinimum: minimum } = config
const ALL = 100

/** Counts of whole days, so that no rounding crosses the minimum. A late day is an attended day. */
export type DayCounts = {
  held: number
  attended: number
  /** The class days that follow; null if unknown. */
  remaining: number | null
}

export const isBelowMinimum = ({ held, attended }: DayCounts): boolean => ALL * attended < minimum * held

/** How many of the next class days in a row can be missed while the minimum is kept. */
export const daysToSpare = ({ held, attended }: DayCounts): number =>
  Math.floor((ALL * attended - minimum * held) / minimum)

/** How many class days in a row must be attended to reach the minimum. */
export const daysNeeded = ({ held, attended }: DayCounts): number =>
  Math.ceil((minimum * held - ALL * attended) / (ALL - minimum))

/** The minimum cannot be reached any more, even if all days that follow are attended. */
export const isOutOfReach = (counts: DayCounts): boolean =>
  isBelowMinimum(counts) && counts.remaining !== null && daysNeeded(counts) > counts.remaining

/** What the minimum leaves, in one sentence. */
export function forecastOf(counts: DayCounts): string {
  if (counts.remaining === 0) return 'Ya no quedan días de clases este año.'
  return isBelowMinimum(counts) ? whatIsNeeded(counts) : whatIsLeft(counts)
}

function whatIsNeeded(counts: DayCounts): string {
  if (isOutOfReach(counts))
    return `Este año ya no alcanza el ${minimum}%, aunque asista todos los días que quedan.`
  const days = daysNeeded(counts)
  const attending = days === 1 ? '1 día más de asistencia' : `${days} días seguidos de asistencia`
  return `Con ${attending} llegaría a ${minimum}%.`
}

function whatIsLeft(counts: DayCounts): string {
  const { held, attended, remaining } = counts
  const days = daysToSpare(counts)
  if (days === 0) return `Si faltara un día más, bajaría de ${minimum}%.`
  if (remaining !== null && days >= remaining)
    return `Aunque faltara todos los días que quedan, terminaría en ${minimum}% o más.`
  const missing = days === 1 ? '1 día' : `${days} días seguidos`
  // At the beginning of a year one day is several per cent: the result may be far above the minimum.
  const isClose = ALL * attended < (minimum + 1) * (held + days)
  return `Si faltara ${missing}, seguiría ${isClose ? 'en' : 'sobre el'} ${minimum}%.`
}
