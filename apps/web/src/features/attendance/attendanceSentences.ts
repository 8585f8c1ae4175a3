import type { ResponseOf } from '@apoderados/contract/calls/api'
import { config } from '../../config.ts'
import { countOf } from './classDays.ts'
import { type DayCounts, forecastText, isBelowMinimum, isOutOfReach } from './forecast.ts'

const { attendanceMinimum: minimumPercent } = config

type AttendanceDays = ResponseOf<'getAttendanceDays'>

/** The data of a student's attendance, as far as it has loaded. */
export type Attendance = {
  /** 0 to 100, unrounded; null before the first class day, undefined if unknown. */
  percentage: number | null | undefined
  /** Undefined if the class days are unknown. */
  classDays: AttendanceDays | undefined
}

export function dayCountsOf({ days, remaining_days }: AttendanceDays): DayCounts {
  const attended = countOf(days, 'present') + countOf(days, 'late')
  return { held: days.length, attended, remaining: remaining_days }
}

/** The sentences under the attendance percentage, most important first. */
export function attendanceSentences({ percentage, classDays }: Attendance): string[] {
  const counts = classDays && dayCountsOf(classDays)
  if (percentage === null || (percentage === undefined && counts?.held === 0))
    return counts?.held ? [] : ['Aún no hay días de clases registrados.']
  const isLow = percentage === undefined ? counts && isBelowMinimum(counts) : percentage < minimumPercent
  const counted = counts && countsGivePercentage(counts, percentage) ? counts : undefined
  return [
    ...(classDays && counted ? [absenceText(countOf(classDays.days, 'absent'), counted.held)] : []),
    ...(percentage === undefined || isLow ? [] : [comparisonText(percentage)]),
    ...(counted ? [forecastText(counted)] : []),
    ...(isLow ? [adviceText(counted)] : []),
  ]
}

/** Whether the percentage is that of the counts, or unknown. The stored copies of the two responses may differ in age. */
const countsGivePercentage = ({ held, attended }: DayCounts, percentage: number | undefined) =>
  percentage === undefined || percentage === (attended * 100) / held

function absenceText(absent: number, held: number): string {
  const days = held === 1 ? '1 día' : `${held} días`
  return absent === 0 ? `No ha faltado en ${days}.` : `Faltó ${absent} de ${days}.`
}

const comparisonText = (percentage: number) =>
  `Está ${percentage === minimumPercent ? 'justo en' : 'sobre'} el ${minimumPercent}% que se exige para pasar de curso.`

const ADVICE_START = 'Conversa con su profesor o profesora jefe o con UTP'

/** Whom to talk to below the minimum: a school's head may promote such a student (Decreto 67 of 2018, article 10). */
function adviceText(counts: DayCounts | undefined): string {
  if (!counts) return `${ADVICE_START} sobre su asistencia.` // without a forecast, 'lograrlo' would refer to nothing
  return isOutOfReach(counts)
    ? `${ADVICE_START}: la dirección del colegio puede autorizar que pase de curso con menos asistencia.`
    : `${ADVICE_START} para ver cómo lograrlo.`
}
