import type { NewsItem } from '@apoderados/contract/news'
import { localTimeOf } from '../../shared/text/format.ts'

/** An item with all of the parent's children whom it concerns: news about a course or a school are listed once. */
export type SharedNews = NewsItem & { student_ids: number[] }
export type NewsDay = { day: string; news: SharedNews[] }

/** Groups the news by the day of publication and keeps their order. */
export function newsDays(news: readonly NewsItem[]): NewsDay[] {
  const merged = new Map<number, SharedNews>()
  for (const item of news) {
    const known = merged.get(item.id)
    if (!known) {
      merged.set(item.id, { ...item, student_ids: [item.student_id] })
      continue
    }
    known.student_ids.push(item.student_id)
    known.is_unread ||= item.is_unread
  }
  const days = Map.groupBy(merged.values(), ({ published_at }) => localTimeOf(published_at).day)
  return [...days].map(([day, ofDay]) => ({ day, news: ofDay }))
}
