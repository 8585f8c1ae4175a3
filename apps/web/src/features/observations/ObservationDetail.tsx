import type { Observation } from '@apoderados/contract/observations'
import type { ReactNode } from 'react'
import { capitalize, longDayOfYear, MISSING } from '../../shared/text/format.ts'
import { labelOf, yesOrNo } from '../../shared/text/labels.ts'
import { fullName } from '../../shared/text/names.ts'
import { Detail } from '../../shared/ui/content/Detail.tsx'
import { Fact, Facts } from '../../shared/ui/content/Facts.tsx'
import { placeLabels } from './kinds.ts'
import { TypeChip } from './TypeChip.tsx'

type Props = { observation: Observation | undefined; idle: ReactNode; onClose: () => void }

/** The detail of an observation. The title is the day; the facts begin with the text and include the kind. */
export function ObservationDetail({ observation, idle, onClose }: Props) {
  return (
    <Detail item={observation} onClose={onClose} idle={idle}>
      {({ observation_event, date, employee, subject, course, in_class, where_is, ...rest }) => ({
        title: capitalize(longDayOfYear(date)),
        children: (
          <Facts>
            <Fact label="Observación" isText={true}>
              {rest.observation || MISSING}
            </Fact>
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
          </Facts>
        ),
      })}
    </Detail>
  )
}
