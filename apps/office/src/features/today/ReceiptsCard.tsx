import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../shared/school.ts'
import { countText, numberText } from '../../shared/text.ts'
import { Card } from '../../shared/ui/Page.tsx'

type Notices = OfficeResponseOf<'listNotices'>

/** The notices whose receipts families still owe. */
export const missingReceiptsOf = ({ notices }: Notices) =>
  notices.flatMap(({ id, title, state, receipts }) =>
    state === 'sent' && receipts && receipts.received < receipts.families ? [{ id, title, ...receipts }] : [],
  )

export function ReceiptsCard({ response }: { response: Notices }) {
  const { id } = useSchool()
  return (
    <Card title="Acuses de recibo">
      <ul className="rows">
        {missingReceiptsOf(response).map(({ id: ver, title, families, received }) => (
          <li key={ver} className="row">
            <Link
              className="grow"
              to="/colegios/$schoolId/comunicados"
              params={{ schoolId: String(id) } as never}
              search={{ ver } as never}
            >
              <strong>{title}</strong>
              <br />
              <Text span size="sm" c="dimmed">
                {`Faltan ${numberText(families - received)} de ${countText(families, 'familia', 'familias')}`}
              </Text>
            </Link>
            <strong>{`${Math.floor((100 * received) / families)}%`}</strong>
          </li>
        ))}
      </ul>
    </Card>
  )
}
