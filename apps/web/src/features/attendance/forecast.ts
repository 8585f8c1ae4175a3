import { config } from '../../config.ts'

const { attendanceMinimum: minimumPercent } = config
const FULL_PERCENT = 100

/** Class days; late arrivals count as attended. Comparisons use these integers: a percentage has rounding errors. */
export type DayCounts = {
  held: number
  attended: number
  /** The remaining class days of the year; null if unknown. */
  remaining: number | null
}

export const isBelowMinimum = ({ held, attended }: DayCounts): boolean =>
  FULL_PERCENT * attended < minimumPercent * held

/** How many of the next class days in a row can be missed without falling below the minimum. */
export const daysToSpare = ({ held, attended }: DayCounts): number =>
  Math.floor((FULL_PERCENT * attended - minimumPercent * held) / minimumPercent)

/** How many of the next class days in a row must be attended to reach the minimum. */
export const daysNeeded = ({ held, attended }: DayCounts): number =>
  Math.ceil((minimumPercent * held - FULL_PERCENT * attended) / (FULL_PERCENT - minimumPercent))

/** Whether the minimum cannot be reached even if all remaining days are attended; false if they are unknown. */
export const isOutOfReach = (counts: DayCounts): boolean =>
  isBelowMinimum(counts) && counts.remaining !== null && daysNeeded(counts) > counts.remaining

/** One sentence: how many days can be missed or must be attended, or that no class days remain. */
export function forecastText(counts: DayCounts): string {
  if (counts.remaining === 0) return 'Ya no quedan días de clases este año.'
  return isBelowMinimum(counts) ? neededDaysText(counts) : spareDaysText(counts)
}

function neededDaysText(counts: DayCounts): string {
  if (isOutOfReach(counts))
    return `Este año ya no alcanza el ${minimumPercent}%, aunque asista todos los días que quedan.`
  const days = daysNeeded(counts)
  const attending = days === 1 ? '1 día más de asistencia' : `${days} días seguidos de asistencia`
  return `Con ${attending} llegaría a ${minimumPercent}%.`
}

function spareDaysText(counts: DayCounts): string {
  const { held, attended, remaining } = counts
  const days = daysToSpare(counts)
  if (days === 0) return `Si faltara un día más, bajaría de ${minimumPercent}%.`
  if (remaining !== null && days >= remaining)
    return `Aunque faltara todos los días que quedan, terminaría en ${minimumPercent}% o más.`
  const missing = days === 1 ? '1 día' : `${days} días seguidos`
  // At the start of a year one day is several per cent, so the attendance may stay far above the minimum.
  const isClose = FULL_PERCENT * attended < (minimumPercent + 1) * (held + days)
  return `Si faltara ${missing}, seguiría ${isClose ? 'en' : 'sobre el'} ${minimumPercent}%.`
}
