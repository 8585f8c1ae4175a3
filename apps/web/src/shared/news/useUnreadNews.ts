import type { NewsItem, NewsKind } from '@apoderados/contract/news'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApis } from '../api/useApi.ts'

/** Prevents a request: this hook uses the cached response, as the bell requests the news. */
const isNeverDue = () => false

/** Returns a student's news that were unread since the page was opened; marks those that `isShown` accepts as read. */
export function useUnreadNews(
  student_id: number,
  kinds: readonly NewsKind[],
  isShown: (item: NewsItem) => boolean,
): readonly NewsItem[] {
  const [response] = useApis('getNews', [{}], isNeverDue)
  const news = response?.data?.news
  const [kept, setKept] = useState<readonly NewsItem[]>([])
  const found = news?.filter(
    (item) =>
      item.is_unread &&
      item.student_id === student_id &&
      kinds.some((kind) => kind === item.kind) &&
      !kept.some(({ id }) => id === item.id),
  )
  if (found?.length) setKept([...kept, ...found])

  const shown = kept.filter(isShown).map(({ id }) => id)
  const mark = useEffectEvent(() => {
    // If this code fails to load, the items stay unread until a later response. It is in the chunk of the news bell.
    const loading = import('./markNewsSeen.ts')
    loading.then(({ markNewsSeen }) => markNewsSeen(student_id, kinds, shown)).catch(() => undefined)
  })
  const shownIds = shown.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response may contain news that are still unread
  useEffect(() => {
    if (shownIds) mark()
  }, [shownIds, news])
  return kept
}
