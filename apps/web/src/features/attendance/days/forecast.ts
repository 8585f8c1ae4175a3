import { config } from '../../../config.ts'

const { attendanceMinimum: minimum } = config
const ALL = 100

/**
 * Counts of class days: those held so far and those attended, which include late arrivals. Comparisons use these
 * integers, as a percentage has rounding errors.
 */
export type DayCounts = {
  held: number
  attended: number
  /** The remaining class days of the year; null if unknown. */
  remaining: number | null
}

export const isBelowMinimum = ({ held, attended }: DayCounts): boolean => ALL * attended < minimum * held

/** The number of next class days in a row that can be missed without falling below the minimum. */
export const daysToSpare = ({ held, attended }: DayCounts): number =>
  Math.floor((ALL * attended - minimum * held) / minimum)

/** The number of next class days in a row that must be attended to reach the minimum. */
export const daysNeeded = ({ held, attended }: DayCounts): number =>
  Math.ceil((minimum * held - ALL * attended) / (ALL - minimum))

/** Whether the minimum cannot be reached even if all remaining days are attended. */
export const isOutOfReach = (counts: DayCounts): boolean =>
  isBelowMinimum(counts) && counts.remaining !== null && daysNeeded(counts) > counts.remaining

/** One sentence about the days that can be missed or must be attended. */
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
  // At the start of a year one day is several per cent, so the result may be far above the minimum.
  const isClose = ALL * attended < (minimum + 1) * (held + days)
  return `Si faltara ${missing}, seguiría ${isClose ? 'en' : 'sobre el'} ${minimum}%.`
}
