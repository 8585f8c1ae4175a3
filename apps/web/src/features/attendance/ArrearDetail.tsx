import type { Arrear } from '@apoderados/contract/attendance'
import {
  capitalize,
  formatDay,
  formatInstant,
  localTimeOf,
  longDay,
  longDayOfYear,
  MISSING,
} from '../../shared/text/format.ts'
import { Detail } from '../../shared/ui/content/Detail.tsx'
import { Fact, Facts } from '../../shared/ui/content/Facts.tsx'
import { Section } from '../../shared/ui/content/Section.tsx'
import { StatusChip } from './StatusChip.tsx'

type Props = { arrear: Arrear | undefined; latest: Arrear | undefined; onClose: () => void }

/** The detail of the open late arrival. While none is open, the desktop's panel shows `latest`. */
export function ArrearDetail({ arrear, latest, onClose }: Props) {
  return (
    <Detail item={arrear} idle={latest && <LatestArrear arrear={latest} />} onClose={onClose}>
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

function LatestArrear({ arrear }: { arrear: Arrear }) {
  const { day, time } = localTimeOf(arrear.date_late)
  return (
    <Section title="El atraso más reciente" aside={formatDay(day)}>
      <div className="grid gap-3 p-5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-body">
          <span>{`${capitalize(longDay(day))}, ${time}`}</span>
          <StatusChip status={arrear.status} />
        </p>
        {arrear.observation && (
          <p className="whitespace-pre-line text-small text-text-2 leading-body">{arrear.observation}</p>
        )}
      </div>
    </Section>
  )
}
