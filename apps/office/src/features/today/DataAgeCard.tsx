import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { Anchor, Text } from '@mantine/core'
import ClockIcon from '@phosphor-icons/core/assets/fill/clock-fill.svg?react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { countText, daysSince, whenText } from '../../shared/text.ts'
import { Empty, QueryContent } from '../../shared/ui/notices.tsx'
import { Card, Chip } from '../../shared/ui/Page.tsx'

type KindAge = OfficeResponseOf<'getDataAge'>['kinds'][number]

const KIND_NAMES: Record<KindAge['kind'], string> = {
  attendance: 'Asistencia y atrasos',
  observations: 'Observaciones',
  grades: 'Notas',
  people: 'Personas y vínculos',
  agenda: 'Agenda',
  timetable: 'Horario',
}
const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']

/** How old each kind of the school's data is, and what its last load changed. */
export function DataAgeCard() {
  const { id: school_id } = useSchool()
  const age = useQuery(officeQuery('getDataAge', { school_id }))
  return (
    <Card
      title="Datos al día"
      aside={
        <Anchor
          component={Link}
          to="/colegios/$schoolId/carga"
          params={{ schoolId: String(school_id) } as never}
        >
          Cargar datos
        </Anchor>
      }
    >
      <QueryContent query={age}>
        {({ kinds }) =>
          kinds.length === 0 ? (
            <Empty>Todavía no hay cargas. Empiece por la nómina de SIGE.</Empty>
          ) : (
            <ul className="rows">
              {kinds.map((kind) => (
                <li key={kind.kind} className="row">
                  <span className="grow">
                    {KIND_NAMES[kind.kind]}
                    <br />
                    <Text span size="sm" c="dimmed">
                      {kind.is_late ? rhythmText(kind) : writtenText(kind)}
                    </Text>
                  </span>
                  {kind.is_late ? (
                    <Chip tone="wait" icon={<ClockIcon />}>
                      hace {countText(daysSince(kind.loaded_at), 'día', 'días')}
                    </Chip>
                  ) : (
                    <Text size="sm" c="dimmed" className="nowrap">
                      {whenText(kind.loaded_at)}
                    </Text>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Card>
  )
}

function writtenText({ added, changed, ended }: KindAge): string {
  const parts = [
    added > 0 && countText(added, 'nueva', 'nuevas'),
    changed > 0 && countText(changed, 'cambió', 'cambiaron'),
    ended > 0 && countText(ended, 'terminó', 'terminaron'),
  ]
  return parts.filter(Boolean).join(', ') || 'Sin cambios'
}

function rhythmText({ usual_days, usual_weekday }: KindAge): string {
  if (usual_weekday !== null) return `Suele llegar cada ${WEEKDAYS[usual_weekday - 1]}`
  return usual_days === 1 ? 'Suele llegar cada día' : `Suele llegar cada ${usual_days} días hábiles`
}
