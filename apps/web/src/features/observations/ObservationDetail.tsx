import type { Observation, ObservationType } from '@apoderados/contract/observations'
import { capitalize, longDayOfYear, MISSING } from '../../shared/text/format.ts'
import { labelOf, yesOrNo } from '../../shared/text/labels.ts'
import { fullName } from '../../shared/text/names.ts'
import { Chip } from '../../shared/ui/content/Chip.tsx'
import { Detail } from '../../shared/ui/content/Detail.tsx'
import { Fact, Facts } from '../../shared/ui/content/Facts.tsx'
import { kinds, placeLabels } from './kinds.ts'

type Props = { observation: Observation | undefined; onClose: () => void }

export function ObservationDetail({ observation, onClose }: Props) {
  return (
    <Detail item={observation} onClose={onClose} hint="Elige una observación para leerla completa.">
      {({ observation_event, date, employee, subject, course, in_class, where_is, ...rest }) => ({
        title: observation_event.description,
        subtitle: capitalize(longDayOfYear(date)),
        children: (
          <Facts>
            <Fact label="Tipo">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                {observation_event.description}
                <TypeChip type={observation_event.event_type} />
              </span>
            </Fact>
            <Fact label="Docente">{employee ? fullName(employee) : MISSING}</Fact>
            <Fact label="Asignatura">{subject || MISSING}</Fact>
            <Fact label="Curso">{`${course.description} ${course.letter}`}</Fact>
            <Fact label="En clases">{yesOrNo(in_class)}</Fact>
            <Fact label="Lugar">{where_is ? labelOf(placeLabels, where_is) : MISSING}</Fact>
            <Fact label="Observación" isText={true}>
              {rest.observation || MISSING}
            </Fact>
          </Facts>
        ),
      })}
    </Detail>
  )
}

/** `type`: one of the three, or a newer server's word, shown as it came. */
function TypeChip({ type }: { type: string }) {
  if (!Object.hasOwn(kinds, type)) return <Chip>{type}</Chip>
  const { singular, Icon } = kinds[type as ObservationType]
  return (
    <Chip tone={type as ObservationType} icon={Icon}>
      {singular}
    </Chip>
  )
}
