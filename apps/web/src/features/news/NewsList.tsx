import type { NewsItem } from '@apoderados/contract/news'
import type { Student } from '@apoderados/contract/profile'
import Calendar from '@phosphor-icons/core/assets/regular/calendar-blank.svg?react'
import Clock from '@phosphor-icons/core/assets/regular/clock.svg?react'
import Megaphone from '@phosphor-icons/core/assets/regular/megaphone-simple.svg?react'
import Notepad from '@phosphor-icons/core/assets/regular/notepad.svg?react'
import Seven from '@phosphor-icons/core/assets/regular/number-square-seven.svg?react'
import Paperclip from '@phosphor-icons/core/assets/regular/paperclip.svg?react'
import UserCheck from '@phosphor-icons/core/assets/regular/user-check.svg?react'
import { capitalize, localTimeOf, longDay } from '../../shared/text/format.ts'
import { shortName } from '../../shared/text/names.ts'
import { daysAfter } from '../../shared/text/week.ts'
import { NewMark } from '../../shared/ui/content/NewMark.tsx'
import { newsText } from './newsText.ts'

/** An item with all of the parent's children whom it concerns; `student_id` is the first of them. */
export type SharedNews = NewsItem & { student_ids: number[]; ids: number[] }

const kindIcons: Record<string, typeof Clock> = {
  grade: Seven,
  observation: Notepad,
  arrear: Clock,
  absence: UserCheck,
  event: Calendar,
  document: Paperclip,
  timetable: Clock,
  notice: Megaphone,
}

type Props = {
  news: readonly NewsItem[]
  students: Student[]
  /** The current day at the school, `YYYY-MM-DD`. */
  today: string
  onOpen: (item: SharedNews) => void
}

const dayTitle = (day: string, today: string) => {
  if (day === today) return 'Hoy'
  return day === daysAfter(today, -1) ? 'Ayer' : capitalize(longDay(day))
}

/** The news by day; a tap on an item opens its page. */
export function NewsList({ news, students, today, onOpen }: Props) {
  const namesOf = ({ student_ids }: SharedNews) =>
    new Intl.ListFormat('es').format(students.filter(({ id }) => student_ids.includes(id)).map(shortName))
  return Array.from(groupByDay(news), ([day, ofDay]) => (
    <section key={day} aria-label={dayTitle(day, today)} className="mb-5">
      <h3 className="mb-2 font-semibold text-small text-text-2">{dayTitle(day, today)}</h3>
      <ul className="card">
        {ofDay.map((item) => {
          const Icon = kindIcons[item.kind] ?? Calendar
          return (
            <li key={item.id}>
              <button type="button" onClick={() => onOpen(item)} className="row">
                <Icon className="size-5.5 shrink-0 self-center text-text-2" />
                <span className="row-body">
                  <span className="min-w-0">
                    <span className="wrap-break-word block font-medium text-body">{newsText(item)}</span>{' '}
                    <span className="mt-0.5 block text-small text-text-2">
                      {[students.length > 1 && namesOf(item), localTimeOf(item.published_at).time]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  {item.is_unread && (
                    <span className="ml-auto">
                      <NewMark />
                    </span>
                  )}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  ))
}

/** Merges the items of the same id, which concern several students, and groups them by the day of publication. */
function groupByDay(news: readonly NewsItem[]): Map<string, SharedNews[]> {
  const shared = new Map<number | string, SharedNews>()
  for (const item of news) {
    // A notice to the courses of siblings is a change of each course.
    const key = item.kind === 'notice' ? `${item.item_id} ${item.change} ${item.new_value}` : item.id
    const known = shared.get(key) ?? { ...item, student_ids: [], ids: [], is_unread: false }
    const student_ids = [...new Set([...known.student_ids, item.student_id])]
    const is_unread = known.is_unread || item.is_unread
    shared.set(key, { ...known, student_ids, ids: [...known.ids, item.id], is_unread })
  }
  const days = new Map<string, SharedNews[]>()
  for (const item of shared.values()) {
    const { day } = localTimeOf(item.published_at)
    days.set(day, [...(days.get(day) ?? []), item])
  }
  return days
}
