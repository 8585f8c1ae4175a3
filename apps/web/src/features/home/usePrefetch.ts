import type { PageReadCallName, RequestOf } from '@apoderados/contract/calls/api'
import { useEffect } from 'react'
import { config } from '../../config.ts'
import { queryClient } from '../../shared/api/queryClient.ts'
import { optionsOf } from '../../shared/api/useApi.ts'
import { isOnline } from '../../shared/device/network/online.ts'

/** Whether the browser is set to save data. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false

/**
 * A while after the card of Inicio has loaded, prefetches the other data of the main pages, so that the pages open
 * without a network. It excludes the classmates, as reading their contacts is audited (R2).
 */
export function usePrefetch(student_id: number, today: string, isCardReady: boolean) {
  useEffect(() => {
    if (!isCardReady || !isOnline() || savesData()) return
    const timer = setTimeout(() => prefetchPages(student_id, today), config.prefetchAfterMs)
    return () => clearTimeout(timer)
  }, [student_id, today, isCardReady])
}

function prefetchPages(student_id: number, today: string) {
  const [year, month] = today.split('-').map(Number)
  const last = new Date(Date.UTC(year ?? 0, month ?? 1, 0)).toISOString()
  const range = { date_start: `${today.slice(0, 7)}-01`, date_end: last.slice(0, 10) }
  prefetchResponse('countDiaryEvents', { student_id, ...range })
  prefetchResponse('getDiaryEvents', { student_id, date: today })
  prefetchResponse('getObservations', { student_id })
  prefetchResponse('getAttendanceDays', { student_id })
}

/** Requests a response unless it is cached already. */
const prefetchResponse = <N extends PageReadCallName>(name: N, request: RequestOf<N>) =>
  void queryClient.prefetchQuery({ ...optionsOf(name, request), staleTime: Infinity })
