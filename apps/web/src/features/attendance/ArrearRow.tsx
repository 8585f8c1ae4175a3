import type { Arrear } from '@apoderados/contract/attendance'
import { capitalize, formatDay, localTimeOf, longDay } from '../../shared/text/format.ts'
import { ListRow } from '../../shared/ui/content/ListRow.tsx'
import { StatusChip } from './StatusChip.tsx'

type Props = { arrear: Arrear; isChosen: boolean; isNew: boolean; onOpen: () => void }

/** A late arrival: its day, weekday, time and status. */
export function ArrearRow({ arrear, ...row }: Props) {
  const { day, time } = localTimeOf(arrear.date_late)
  const [weekday = ''] = longDay(day).split(' ')
  return (
    <ListRow
      title={formatDay(day)}
      detail={`${capitalize(weekday)}, ${time}`}
      end={<StatusChip status={arrear.status} />}
      {...row}
    />
  )
}
