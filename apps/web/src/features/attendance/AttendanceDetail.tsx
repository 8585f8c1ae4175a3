import type { Arrear } from '@apoderados/contract/attendance'
import type { Excuse } from '@apoderados/contract/excuses'
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
import { Button } from '../../shared/ui/forms/Button.tsx'
import { lazyComponent } from '../../shared/ui/page/lazyComponent.tsx'
import type { AbsenceItem } from './excuses.ts'
import { StatusChip } from './StatusChip.tsx'

const ExcuseSteps = lazyComponent(() => import('./ExcuseSteps.tsx').then((module) => module.ExcuseSteps))
const ExcuseActions = lazyComponent(() => import('./ExcuseSteps.tsx').then((module) => module.ExcuseActions))

type Props = {
  item: Arrear | AbsenceItem | undefined
  latest: Arrear | undefined
  /** The justification of a late arrival. */
  excuseOf: (arrear: Arrear) => Excuse | undefined
  /** Opens the form; undefined if the item cannot be justified. */
  justify: ((item: Arrear | AbsenceItem) => void) | undefined
  onClose: () => void
}

/** The open late arrival or absence. While none is open, the desktop's panel shows `latest`. */
export function AttendanceDetail({ item, latest, excuseOf, justify, onClose }: Props) {
  const idle = latest && <LatestArrear arrear={latest} />
  return (
    <Detail item={item} idle={idle} onClose={onClose}>
      {(shown) => {
        const isAbsence = 'days' in shown
        const excuse = isAbsence ? shown.excuse : excuseOf(shown)
        const isOpen = isAbsence ? !excuse : shown.status === 'created'
        return {
          ...(isAbsence ? absenceContent(shown) : arrearContent(shown, excuse)),
          footer: excuse ? (
            <ExcuseActions excuse={excuse} onWithdrawn={onClose} />
          ) : (
            isOpen &&
            justify && (
              <Button onClick={() => justify(shown)}>
                {isAbsence ? 'Justificar inasistencia' : 'Justificar'}
              </Button>
            )
          ),
        }
      }}
    </Detail>
  )
}

function arrearContent({ date_late, status, observation }: Arrear, excuse: Excuse | undefined) {
  return {
    title: 'Atraso',
    subtitle: capitalize(longDayOfYear(localTimeOf(date_late).day)),
    children: (
      <>
        <Facts>
          <Fact label="Fecha y hora">{formatInstant(date_late)}</Fact>
          <Fact label="Estado">
            <StatusChip status={status} />
          </Fact>
          <Fact label="Observación" isText={true}>
            {observation || MISSING}
          </Fact>
        </Facts>
        {excuse && <ExcuseSteps excuse={excuse} recorded="El colegio registró el atraso" />}
      </>
    ),
  }
}

function absenceContent({ days, excuse }: AbsenceItem) {
  return {
    title: 'Inasistencia',
    subtitle: capitalize(days.map(longDay).join(' y ')),
    children: excuse ? (
      <ExcuseSteps excuse={excuse} recorded={undefined} />
    ) : (
      <p className="text-body text-text-2">
        El colegio registró la inasistencia. Aún no tiene justificación.
      </p>
    ),
  }
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
