import { lazyApi } from '@apoderados/contract/calls/lazyApi'
import type { NewsItem } from '@apoderados/contract/news'
import { sendCall } from '../api/api.ts'
import { queryClient } from '../api/queryClient.ts'

type Mark = { student_id: number; kind: string | null; until: string; ids?: number[] }

/** Marks these items as read once the page is visible: a page that is opened in the background is seen only later. */
export async function markNewsRead(items: readonly NewsItem[]): Promise<void> {
  await whenVisible()
  const marks = new Map<string, Mark & { ids: number[] }>()
  for (const { id, student_id, kind, published_at } of items) {
    const key = `${student_id}/${kind}`
    const mark = marks.get(key) ?? { student_id, kind, until: published_at, ids: [] }
    mark.ids.push(id)
    marks.set(key, mark)
  }
  await sendMarks([...marks.values()])
}

/** Marks all news of these students up to a moment as read. */
export const markAllNewsRead = (student_ids: readonly number[], until: string): Promise<void> =>
  sendMarks(student_ids.map((student_id) => ({ student_id, kind: null, until })))

/** Sends the marks and refetches the news. What a failed call would have marked stays unread. */
async function sendMarks(marks: readonly Mark[]): Promise<void> {
  const sent = await Promise.allSettled(marks.map((mark) => sendCall(lazyApi.markNewsRead, mark)))
  if (sent.some(({ status }) => status === 'fulfilled'))
    await queryClient.invalidateQueries({ queryKey: ['getNews'] })
}

/** Resolves once the page is visible. */
const whenVisible = () =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    check()
  })
