import type { ResponseOf } from '@apoderados/contract/calls/api'
import { config } from '../../../config.ts'
import { countOf } from './classDays.ts'
import { type DayCounts, forecastOf, isBelowMinimum, isOutOfReach } from './forecast.ts'

const { attendanceMinimum: minimum } = config

type AttendanceDays = ResponseOf<'getAttendanceDays'>

/** The loaded data of a student's attendance. */
export type Attendance = {
  /** 0 to 100, unrounded; null before the first class day, undefined if unknown. */
  percentage: number | null | undefined
  /** Undefined if the class days are unknown. */
  classDays: AttendanceDays | undefined
}

export function countsOf({ days, remaining_days }: AttendanceDays): DayCounts {
  const attended = countOf(days, 'present') + countOf(days, 'late')
  return { held: days.length, attended, remaining: remaining_days }
}

/** The sentences under the attendance percentage, most important first. */
export function attendanceSentences({ percentage, classDays }: Attendance): string[] {
  const counts = classDays && countsOf(classDays)
  if (percentage === null || (percentage === undefined && counts?.held === 0))
    return counts?.held ? [] : ['Aún no hay días de clases registrados.']
  const isLow = percentage === undefined ? counts && isBelowMinimum(counts) : percentage < minimum
  const counted = counts && countsGivePercentage(counts, percentage) ? counts : undefined
  return [
    ...(classDays && counted ? [absenceText(countOf(classDays.days, 'absent'), counted.held)] : []),
    ...(percentage === undefined || isLow ? [] : [comparisonOf(percentage)]),
    ...(counted ? [forecastOf(counted)] : []),
    ...(isLow ? [adviceOf(counted)] : []),
  ]
}

/** Whether the counts give the percentage: they are from two answers, whose stored copies may differ in age. */
const countsGivePercentage = ({ held, attended }: DayCounts, percentage: number | undefined) =>
  percentage === undefined || percentage === (attended * 100) / held

function absenceText(absent: number, held: number): string {
  const days = held === 1 ? '1 día' : `${held} días`
  return absent === 0 ? `No ha faltado en ${days}.` : `Faltó ${absent} de ${days}.`
}

const comparisonOf = (percentage: number) =>
  `Va ${percentage === minimum ? 'justo en' : 'sobre'} el ${minimum}% que se pide para pasar de curso.`

const ADVISERS = 'Conversa con su profesor o profesora jefe o con UTP'

/** Decreto 67 of 2018, article 10: the head of the school may promote a student with a lower attendance. */
function adviceOf(counts: DayCounts | undefined): string {
  if (!counts) return `${ADVISERS} sobre su asistencia.` // without a forecast, 'lograrlo' would refer to nothing
  return isOutOfReach(counts)
    ? `${ADVISERS}: la dirección del colegio puede autorizar que pase de curso con menos asistencia.`
    : `${ADVISERS} para ver cómo lograrlo.`
}
