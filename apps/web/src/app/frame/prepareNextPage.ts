import { startTransition } from 'react'
import { isOnline } from '../../shared/device/network/online.ts'
import { selectedStudent } from '../../shared/session/session.ts'
import { getSession } from '../../shared/session/store.ts'
import type { AppRoute } from '../routes/route.ts'
import { whenIdle } from '../session/whenIdle.ts'
import { savesData } from '../versions/cacheApp.ts'

/**
 * Waits until the shown page is idle, then loads the code and the student's data of the next page and calls `onReady`.
 * After the wait it does nothing if the parent has signed out or chosen another student, or if the device is offline or
 * saves data.
 */
export async function prepareNextPage(
  { Page }: AppRoute,
  student_id: number,
  onReady: (student_id: number) => void,
): Promise<void> {
  await whenIdle()
  if (selectedStudent(getSession())?.id !== student_id) return
  if (!isOnline() || savesData()) return
  const loaded = await Page.load?.()
  await loaded?.prefetch?.(student_id)
  startTransition(() => onReady(student_id))
}
