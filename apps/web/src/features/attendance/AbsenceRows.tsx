import CloudArrowUp from '@phosphor-icons/core/assets/fill/cloud-arrow-up-fill.svg?react'
import type { QueuedExcuse } from '../../shared/excuses/excuseQueue.ts'
import { capitalize, dayAndMonth, longDay } from '../../shared/text/format.ts'
import { Chip } from '../../shared/ui/content/Chip.tsx'
import { ListRow } from '../../shared/ui/content/ListRow.tsx'
import { Section } from '../../shared/ui/content/Section.tsx'
import type { AbsenceItem } from './excuses.ts'
import { StatusChip } from './StatusChip.tsx'

export const QueuedChip = () => (
  <Chip tone="accent" icon={CloudArrowUp}>
    Por enviar
  </Chip>
)

/** Whether a justification of the day waits on this device. */
export const isQueued = (queued: readonly QueuedExcuse[], kind: 'arrear' | 'absence', day: string): boolean =>
  queued.some(({ request }) => request.kind === kind && request.from <= day && day <= request.to)

const rangeText = (days: readonly string[]) => {
  const [first = '', last = first] = [days[0], days.at(-1)]
  return first === last ? dayAndMonth(first) : `${dayAndMonth(first)} al ${dayAndMonth(last)}`
}
const weekdayText = (days: readonly string[]) =>
  capitalize([...new Set([days[0], days.at(-1)])].map((day) => longDay(day ?? '').split(' ')[0]).join(' a '))

type Props = {
  items: readonly AbsenceItem[]
  recorded: number
  queued: readonly QueuedExcuse[]
  newDays: readonly string[]
  opened: AbsenceItem | undefined
  onOpen: (id: number) => void
  onAnnounce: () => void
}

/** The absences with the state of their justifications, and the button that announces one. */
export function AbsenceRows({ items, recorded, queued, newDays, opened, onOpen, onAnnounce }: Props) {
  return (
    <Section title="Inasistencias" aside={recorded > 0 && `${recorded} este año`}>
      {items.length === 0 && <p className="px-4 py-4 text-body text-text-2">Sin Elementos.</p>}
      <ul>
        {items.map((item) => (
          <ListRow
            key={item.id}
            title={rangeText(item.days)}
            detail={weekdayText(item.days)}
            end={
              item.excuse ? (
                <StatusChip status={item.excuse.state} />
              ) : (
                isQueued(queued, 'absence', item.days[0] ?? '') && <QueuedChip />
              )
            }
            isChosen={item === opened}
            isNew={item.days.some((day) => newDays.includes(day))}
            onOpen={() => onOpen(item.id)}
          />
        ))}
      </ul>
      <div className="border-line border-t p-2">
        <button
          type="button"
          className="min-h-11 w-full rounded-md px-4 font-medium text-accent-text text-row"
          onClick={onAnnounce}
        >
          Va a faltar
        </button>
      </div>
    </Section>
  )
}
