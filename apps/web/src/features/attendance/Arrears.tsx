import type { Arrear } from '@apoderados/contract/attendance'
import type { NewsItem } from '@apoderados/contract/news'
import type { QueuedExcuse } from '../../shared/excuses/excuseQueue.ts'
import { capitalize, formatDay, localTimeOf, longDay } from '../../shared/text/format.ts'
import { ListRow } from '../../shared/ui/content/ListRow.tsx'
import { Section } from '../../shared/ui/content/Section.tsx'
import { isQueued, QueuedChip } from './AbsenceRows.tsx'
import { StatusChip } from './StatusChip.tsx'

type Props = {
  arrears: readonly Arrear[]
  news: readonly NewsItem[]
  queued: readonly QueuedExcuse[]
  opened: Arrear | undefined
  onOpen: (id: number) => void
}

/** The late arrivals in the server's order, newest first: each with its day, weekday, time and status. */
export function Arrears({ arrears, news, queued, opened, onOpen }: Props) {
  return (
    <Section title="Atrasos" aside={arrears.length > 0 && `${arrears.length} este año`}>
      {arrears.length === 0 && <p className="px-4 py-4 text-body text-text-2">Sin Elementos.</p>}
      <ul>
        {arrears.map((arrear) => {
          const { day, time } = localTimeOf(arrear.date_late)
          const [weekday = ''] = longDay(day).split(' ')
          return (
            <ListRow
              key={arrear.id}
              title={formatDay(day)}
              detail={`${capitalize(weekday)}, ${time}`}
              end={isQueued(queued, 'arrear', day) ? <QueuedChip /> : <StatusChip status={arrear.status} />}
              isChosen={arrear === opened}
              isNew={news.some(({ kind, item_id }) => kind === 'arrear' && item_id === arrear.id)}
              onOpen={() => onOpen(arrear.id)}
            />
          )
        })}
      </ul>
    </Section>
  )
}
