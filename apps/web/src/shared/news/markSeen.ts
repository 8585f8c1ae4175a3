import type { ResponseOf } from '@apoderados/contract/calls/api'
import { newsApi } from '@apoderados/contract/calls/newsApi'
import type { NewsItem, NewsKind } from '@apoderados/contract/news'
import { sendCall } from '../api/api.ts'
import { queryClient } from '../api/queryClient.ts'
import { getSession } from '../session/store.ts'

/** The news, as `student_id/id`, that pages of this session have shown. */
const seenNews = new Set<string>()
let token: string | null = null

/** Records that the news of a student were shown, and marks them as read on the server as far as `seenUntil` allows. */
export async function markSeen(
  student_id: number,
  kinds: readonly NewsKind[],
  ids: readonly number[],
): Promise<void> {
  await whenVisible()
  const { auth_token } = getSession()
  if (auth_token !== token) seenNews.clear()
  token = auth_token
  for (const id of ids) seenNews.add(`${student_id}/${id}`)

  const answer = queryClient.getQueryData<ResponseOf<'getNews'>>(['getNews', {}])
  const unread = answer?.news.filter((item) => item.is_unread && item.student_id === student_id) ?? []
  const marks = kinds.flatMap((kind) => {
    const until = seenUntil(unread.filter((item) => item.kind === kind))
    return until === undefined ? [] : { student_id, kind, until }
  })
  const sent = await Promise.allSettled(marks.map((mark) => sendCall(newsApi.markNewsRead, mark)))
  if (sent.some(({ status }) => status === 'fulfilled'))
    await queryClient.invalidateQueries({ queryKey: ['getNews'] })
}

/**
 * Returns when the newest seen item that is older than all unseen ones was published: `markNewsRead` marks all items up
 * to a moment. The news are of one kind and in the order of the answer, the newest first.
 */
function seenUntil(news: readonly NewsItem[]): string | undefined {
  const isSeen = ({ student_id, id }: NewsItem) => seenNews.has(`${student_id}/${id}`)
  const momentOf = ({ published_at }: NewsItem) => Date.parse(published_at)
  const limit = Math.min(...news.filter((item) => !isSeen(item)).map(momentOf))
  return news.find((item) => isSeen(item) && momentOf(item) < limit)?.published_at
}

/** Resolves once the page is visible: a page that is opened in the background is seen later. */
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
