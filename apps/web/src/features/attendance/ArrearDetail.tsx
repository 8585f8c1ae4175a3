import type { Arrear } from '@apoderados/contract/attendance'
import type { ReactNode } from 'react'
import { capitalize, formatInstant, localTimeOf, longDayOfYear, MISSING } from '../../shared/text/format.ts'
import { Detail } from '../../shared/ui/content/Detail.tsx'
import { Fact, Facts } from '../../shared/ui/content/Facts.tsx'
import { StatusChip } from './StatusChip.tsx'

type Props = {
  arrear: Arrear | undefined
  /** The content of the desktop's panel while no detail is open. */
  idle: ReactNode
  onClose: () => void
}

export function ArrearDetail({ arrear, idle, onClose }: Props) {
  return (
    <Detail item={arrear} idle={idle} onClose={onClose}>
      {({ date_late, status, observation }) => ({
        title: 'Atraso',
        subtitle: capitalize(longDayOfYear(localTimeOf(date_late).day)),
        children: (
          <Facts>
            <Fact label="Fecha y hora">{formatInstant(date_late)}</Fact>
            <Fact label="Estado">
              <StatusChip status={status} />
            </Fact>
            <Fact label="Observación" isText={true}>
              {observation || MISSING}
            </Fact>
          </Facts>
        ),
      })}
    </Detail>
  )
}
