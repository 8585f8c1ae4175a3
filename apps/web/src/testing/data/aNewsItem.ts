import type { NewsItem } from '@apoderados/contract/news'

/** The unread news of a corrected grade of Martina, published on 17 August 2026 at 17:00. */
export const aNewsItem = (changes: Partial<NewsItem> = {}): NewsItem => ({
  id: 1,
  student_id: 1,
  kind: 'grade',
  change: 'changed',
  title: 'Prueba 2',
  subject: 'Matemática',
  day: '2026-08-14',
  old_value: '5.4',
  new_value: '5.8',
  published_at: '2026-08-17T17:00:00-04:00',
  is_unread: true,
  sub_period_id: 3,
  course_subject_id: 9,
  item_id: 31,
  ...changes,
})
