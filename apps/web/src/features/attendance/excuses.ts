import type { DayAttendance } from '@apoderados/contract/attendance'
import type { Excuse } from '@apoderados/contract/excuses'
import { useEffect } from 'react'
import { useApi } from '../../shared/api/useApi.ts'

const PENDING_REFETCH_MS = 30_000

/** The student's justifications, which are read again while one waits for the school. Null if the server has none. */
export function useExcuses(student_id: number) {
  const query = useApi('getExcuses', { student_id })
  const { data, refetch } = query
  const isWaiting = data?.excuses.some(({ state }) => state === 'pending') ?? false
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(
      () => document.visibilityState === 'visible' && void refetch(),
      PENDING_REFETCH_MS,
    )
    return () => clearInterval(timer)
  }, [isWaiting, refetch])
  return data ?? undefined
}

/** Days of absence with one justification, or a single day without one. Its id is the first day as a negative number. */
export type AbsenceItem = { id: number; days: readonly string[]; excuse: Excuse | undefined }

const idOf = (day: string) => -Number(day.replaceAll('-', ''))

const isAbout = ({ kind, from, to }: Excuse, day: string) => kind === 'absence' && from <= day && day <= to
const absentDays = (days: readonly DayAttendance[]) =>
  days.flatMap(({ date, status }) => (status === 'absent' ? date : []))

/** Whether the day was an absence that the school has justified. */
export const isJustified = ({ date, status }: DayAttendance, excuses: readonly Excuse[]): boolean =>
  status === 'absent' && excuses.some((excuse) => excuse.state === 'justified' && isAbout(excuse, date))

/** The absences, newest first, with those that were announced and not recorded yet. */
export function absenceItemsOf(days: readonly DayAttendance[], excuses: readonly Excuse[]): AbsenceItem[] {
  const absent = absentDays(days)
  const excused = excuses.filter(({ kind }) => kind === 'absence')
  const ofExcuses = excused.map((excuse) => {
    const recorded = absent.filter((day) => isAbout(excuse, day))
    const announced = excuse.from === excuse.to ? [excuse.from] : [excuse.from, excuse.to]
    return { id: idOf(excuse.from), days: recorded.length > 0 ? recorded : announced, excuse }
  })
  const others = absent
    .filter((day) => !excused.some((excuse) => isAbout(excuse, day)))
    .map((day) => ({ id: idOf(day), days: [day], excuse: undefined }))
  return [...ofExcuses, ...others].sort((one, other) => one.id - other.id)
}

/** The absent class days in a row around `day` that have no justification yet. */
export function absentRunOf(
  days: readonly DayAttendance[],
  excuses: readonly Excuse[],
  day: string,
): string[] {
  const isFree = ({ date, status }: DayAttendance) =>
    status === 'absent' && !excuses.some((excuse) => isAbout(excuse, date))
  const index = days.findIndex(({ date }) => date === day)
  let [first, last] = [index, index]
  while (days[first - 1] && isFree(days[first - 1] as DayAttendance)) first -= 1
  while (days[last + 1] && isFree(days[last + 1] as DayAttendance)) last += 1
  return days.slice(first, last + 1).map(({ date }) => date)
}
