import type { DayAttendance } from '@apoderados/contract/attendance'
import type { NewsItem } from '@apoderados/contract/news'
import { capitalize, formatDay, longDay } from '../../shared/text/format.ts'
import { NewMark } from '../../shared/ui/content/NewMark.tsx'
import { Section } from '../../shared/ui/content/Section.tsx'

type Props = { days: readonly DayAttendance[]; news: readonly NewsItem[] }

/** The days on which the student was absent, newest first; `days` are the class days, oldest first. */
export function Absences({ days, news }: Props) {
  const dates = days.flatMap(({ date, status }) => (status === 'absent' ? date : [])).reverse()
  return (
    <Section title="Inasistencias" aside={dates.length > 0 && `${dates.length} este año`}>
      {dates.length === 0 ? (
        <p className="px-4 py-4 text-body text-text-2">Sin Elementos.</p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-x-4 gap-y-2.5 p-4 tabular-nums">
          {dates.map((date) => (
            <Absence
              key={date}
              date={date}
              isNew={news.some(({ kind, day }) => kind === 'absence' && day === date)}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Absence({ date, isNew }: { date: string; isNew: boolean }) {
  const [weekday = ''] = capitalize(longDay(date)).split(' ')
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <span className="sr-only">{weekday} </span>
      <span aria-hidden="true" className="basis-7 text-small text-text-2">
        {weekday.slice(0, 3)}
      </span>{' '}
      <span className="font-medium">{formatDay(date)}</span>
      {isNew && <NewMark />}
    </li>
  )
}
