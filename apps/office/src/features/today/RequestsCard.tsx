import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { requestKindNames } from '@apoderados/contract/privacy'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../shared/school.ts'
import { whenText } from '../../shared/text.ts'
import { Card } from '../../shared/ui/Page.tsx'
import { ClockChip } from '../privacy/clock.tsx'

const SHOWN = 5

/** The requests about personal data, the most urgent first. */
export function RequestsCard({ response }: { response: OfficeResponseOf<'listDataRequests'> }) {
  const { id } = useSchool()
  return (
    <Card
      title="Solicitudes con plazo"
      aside={<Text span size="sm" c="dimmed">{`${response.pending} · responde Dirección`}</Text>}
    >
      <ul className="rows">
        {response.requests.slice(0, SHOWN).map((request) => (
          <li key={request.id} className="row">
            <Link
              className="grow"
              to="/colegios/$schoolId/solicitudes"
              params={{ schoolId: String(id) } as never}
              search={{ abierta: request.id } as never}
            >
              <strong>{`${requestKindNames[request.kind]} · ${request.guardian ?? 'cuenta borrada'}`}</strong>
              <br />
              <Text span size="sm" c="dimmed">
                {`Recibida ${whenText(request.received_at)}`}
              </Text>
            </Link>
            <ClockChip request={request} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
