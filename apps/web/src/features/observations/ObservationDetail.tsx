import type { Observation, ObservationType } from '@apoderados/contract/observations'
import { capitalize, formatDay, longDayOfYear, MISSING } from '../../shared/text/format.ts'
import { labelOf, yesOrNo } from '../../shared/text/labels.ts'
import { fullName } from '../../shared/text/names.ts'
import { Chip } from '../../shared/ui/content/Chip.tsx'
import { Detail } from '../../shared/ui/content/Detail.tsx'
import { Fact, Facts } from '../../shared/ui/content/Facts.tsx'
import { Section } from '../../shared/ui/content/Section.tsx'
import { observationKinds, placeLabels } from './kinds.ts'

type Props = { observation: Observation | undefined; all: readonly Observation[]; onClose: () => void }

/** The detail of an observation. While none is open, the desktop's panel shows the newest of `all`. */
export function ObservationDetail({ observation, all, onClose }: Props) {
  const newest = all.toSorted((one, other) => other.date.localeCompare(one.date))[0]
  return (
    <Detail item={observation} onClose={onClose} idle={newest && <LatestObservation {...newest} />}>
      {({ observation_event, date, employee, subject, course, in_class, where_is, ...rest }) => ({
        title: capitalize(longDayOfYear(date)),
        children: (
          <Facts>
            <Fact label="Observación" isText={true}>
              {rest.observation || MISSING}
            </Fact>
            <Fact label="Tipo">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                <span>{observation_event.description}</span>
                <TypeChip type={observation_event.event_type} />
              </span>
            </Fact>
            <Fact label="Docente">{employee ? fullName(employee) : MISSING}</Fact>
            <Fact label="Asignatura">{subject || MISSING}</Fact>
            <Fact label="Curso">{`${course.description} ${course.letter}`}</Fact>
            <Fact label="En clases">{yesOrNo(in_class)}</Fact>
            <Fact label="Lugar">{where_is ? labelOf(placeLabels, where_is) : MISSING}</Fact>
          </Facts>
        ),
      })}
    </Detail>
  )
}

function LatestObservation({ date, observation, observation_event }: Observation) {
  return (
    <Section title="La más reciente" aside={formatDay(date)}>
      <div className="grid gap-3 p-5">
        <p className="whitespace-pre-line text-body leading-body">{observation}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-small text-text-2">
          <span>{observation_event.description}</span>
          <TypeChip type={observation_event.event_type} />
        </p>
      </div>
    </Section>
  )
}

/** `type` is one of the three known values, or an unknown value of a newer server, which is shown unchanged. */
function TypeChip({ type }: { type: string }) {
  if (!Object.hasOwn(observationKinds, type)) return <Chip>{type}</Chip>
  const { singular, Icon } = observationKinds[type as ObservationType]
  return (
    <Chip tone={type as ObservationType} icon={Icon}>
      {singular}
    </Chip>
  )
}
