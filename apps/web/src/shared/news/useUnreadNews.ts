import { NEWS_MAX, type NewsItem, type NewsKind } from '@apoderados/contract/news'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApis } from '../api/useApi.ts'

/** Prevents a request: these hooks use the cached response, as the bell requests the news. */
const isNeverDue = () => false

const useCachedNews = () => useApis('getNews', [{}], isNeverDue)[0]?.data?.news

/** Returns the number of unread news that `isCounted` accepts; `isPartial` if there may be more than the response has. */
export function useUnreadCount(isCounted: (item: NewsItem) => boolean): {
  count: number
  isPartial: boolean
} {
  const news = useCachedNews() ?? []
  return {
    count: news.filter((item) => item.is_unread && isCounted(item)).length,
    isPartial: news.length === NEWS_MAX,
  }
}

/** Returns a student's news that were unread since the page was opened; marks those that `isShown` accepts as read. */
export function useUnreadNews(
  student_id: number,
  kinds: readonly NewsKind[],
  isShown: (item: NewsItem) => boolean,
): { news: readonly NewsItem[]; unread: readonly NewsItem[] } {
  const news = useCachedNews()
  const [kept, setKept] = useState<readonly NewsItem[]>([])
  const unread = (news ?? []).filter(
    (item) => item.is_unread && item.student_id === student_id && kinds.some((kind) => kind === item.kind),
  )
  const found = unread.filter((item) => !kept.some(({ id }) => id === item.id))
  if (found.length > 0) setKept([...kept, ...found])

  const shown = unread.filter(isShown)
  const mark = useEffectEvent(() => {
    // If this code fails to load, the items stay unread until a later response.
    import('./markNewsRead.ts').then(({ markNewsRead }) => markNewsRead(shown)).catch(() => undefined)
  })
  const shownIds = shown.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response may contain news that are still unread
  useEffect(() => {
    if (shownIds) mark()
  }, [shownIds, news])
  return { news: kept, unread }
}
