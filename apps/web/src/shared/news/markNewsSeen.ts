import { api, type ResponseOf } from '@apoderados/contract/calls/api'
import type { NewsItem, NewsKind } from '@apoderados/contract/news'
import { sendCall } from '../api/api.ts'
import { queryClient } from '../api/queryClient.ts'
import { getSession } from '../session/store.ts'

/** The news that pages have shown in the session of `seenToken`, each as `student_id/id`. */
const seenNews = new Set<string>()
let seenToken: string | null = null

/** Records that these news of a student were shown, and marks each kind's news as read, up to `seenUntil`'s moment. */
export async function markNewsSeen(
  student_id: number,
  kinds: readonly NewsKind[],
  ids: readonly number[],
): Promise<void> {
  await whenVisible()
  const { auth_token } = getSession()
  if (auth_token !== seenToken) seenNews.clear()
  seenToken = auth_token
  for (const id of ids) seenNews.add(`${student_id}/${id}`)

  const response = queryClient.getQueryData<ResponseOf<'getNews'>>(['getNews', {}])
  const unread = response?.news.filter((item) => item.is_unread && item.student_id === student_id) ?? []
  const marks = kinds.flatMap((kind) => {
    const until = seenUntil(unread.filter((item) => item.kind === kind))
    return until === undefined ? [] : { student_id, kind, until }
  })
  const sent = await Promise.allSettled(marks.map((mark) => sendCall(api.markNewsRead, mark)))
  if (sent.some(({ status }) => status === 'fulfilled'))
    await queryClient.invalidateQueries({ queryKey: ['getNews'] })
}

/**
 * Returns when the newest seen item that is older than all unseen ones was published; undefined if there is none. Only
 * this item and older ones are marked, because `markNewsRead` marks all items up to a moment. `news` are the unread
 * news of one kind, the newest first.
 */
function seenUntil(news: readonly NewsItem[]): string | undefined {
  const isSeen = ({ student_id, id }: NewsItem) => seenNews.has(`${student_id}/${id}`)
  const momentOf = ({ published_at }: NewsItem) => Date.parse(published_at)
  const limit = Math.min(...news.filter((item) => !isSeen(item)).map(momentOf))
  return news.find((item) => isSeen(item) && momentOf(item) < limit)?.published_at
}

/** Resolves once the page is visible: a page that is opened in the background is seen only later. */
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
