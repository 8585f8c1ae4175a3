import type { OfficeRequestOf, OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import type { Permission } from '@apoderados/contract/office/roles'
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { JsonCallName } from '../../shared/api.ts'
import { StaffState } from '../../shared/StaffState.tsx'
import { useSchool } from '../../shared/school.ts'
import { whenText } from '../../shared/text.ts'
import { Card } from '../../shared/ui/Page.tsx'
import { ReachCard } from './ReachCard.tsx'
import { missingReceiptsOf, ReceiptsCard } from './ReceiptsCard.tsx'
import { RequestsCard } from './RequestsCard.tsx'

/** One kind of things that wait for a person, read by a call about the school. */
type Queue<N extends JsonCallName> = {
  call: N
  /** The fields of the request besides the school's id. */
  fields?: Omit<OfficeRequestOf<N>, 'school_id'>
  permission: Permission
  /** Whether anything of the response waits; otherwise there is no card. */
  isWaiting: (response: OfficeResponseOf<N>) => boolean
  Card: ComponentType<{ response: OfficeResponseOf<N> }>
}

const defineQueue = <N extends JsonCallName>(queue: Queue<N>) => queue as unknown as Queue<JsonCallName>

const unfinishedOf = ({ loads }: OfficeResponseOf<'listLoads'>) =>
  loads.filter(({ is_own, applied_at }) => is_own && applied_at === null)
const notEnrolledOf = ({ staff }: OfficeResponseOf<'listStaff'>) =>
  staff.filter(({ state }) => state !== 'active')

/** What may wait in Hoy, in the order of the cards. */
export const queues = [
  defineQueue({
    call: 'listExcuses',
    fields: { view: 'pending' },
    permission: 'excuses.state',
    isWaiting: ({ pending }) => pending > 0,
    Card: ExcusesToDecide,
  }),
  defineQueue({
    call: 'listDataRequests',
    fields: { view: 'pending' },
    permission: 'requests.state',
    isWaiting: ({ pending }) => pending > 0,
    Card: RequestsCard,
  }),
  defineQueue({
    call: 'listLoads',
    permission: 'loads.run',
    isWaiting: (response) => unfinishedOf(response).length > 0,
    Card: UnfinishedLoads,
  }),
  defineQueue({
    call: 'getReach',
    permission: 'today.school',
    isWaiting: ({ nobody }) => nobody > 0,
    Card: ReachCard,
  }),
  defineQueue({
    call: 'listNotices',
    permission: 'messages.ask_receipts',
    isWaiting: (response) => missingReceiptsOf(response).length > 0,
    Card: ReceiptsCard,
  }),
  defineQueue({
    call: 'listStaff',
    permission: 'settings.staff',
    isWaiting: (response) => notEnrolledOf(response).length > 0,
    Card: StaffToEnrol,
  }),
]

function UnfinishedLoads({ response }: { response: OfficeResponseOf<'listLoads'> }) {
  const { id } = useSchool()
  return (
    <Card title="Cargas sin terminar">
      <ul className="rows">
        {unfinishedOf(response).map(({ id: loadId, files, created_at }) => (
          <li key={loadId} className="row">
            <span className="grow">
              <strong>{files.join(', ') || 'Sin archivos'}</strong>
              <br />
              <Text span size="sm" c="dimmed">
                {whenText(created_at)}
              </Text>
            </span>
            <Anchor
              component={Link}
              to="/colegios/$schoolId/carga/$loadId"
              params={{ schoolId: String(id), loadId: String(loadId) } as never}
              fw={600}
            >
              Seguir
            </Anchor>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The members who have not enrolled, whom a director invites again. */
function StaffToEnrol({ response }: { response: OfficeResponseOf<'listStaff'> }) {
  const { id } = useSchool()
  return (
    <Card
      title="Personal por registrarse"
      aside={
        <Anchor component={Link} to="/colegios/$schoolId/ajustes" params={{ schoolId: String(id) } as never}>
          Ver el personal
        </Anchor>
      }
    >
      <ul className="rows">
        {notEnrolledOf(response).map((member) => (
          <li key={member.id} className="row">
            <span className="grow">
              <strong>{member.name}</strong>
              <br />
              <Text span size="sm" c="dimmed">
                {member.email}
              </Text>
            </span>
            <StaffState state={member.state} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const EXCUSES_SHOWN = 5

function ExcusesToDecide({ response: { pending, excuses } }: { response: OfficeResponseOf<'listExcuses'> }) {
  const { id } = useSchool()
  return (
    <Card
      title="Justificaciones por decidir"
      aside={
        <>
          <Text span size="sm" c="dimmed">{`${pending} · decide Inspectoría`}</Text>{' '}
          <Anchor
            component={Link}
            to="/colegios/$schoolId/justificaciones"
            params={{ schoolId: String(id) } as never}
            search={{} as never}
          >
            {`Ver las ${pending}`}
          </Anchor>
        </>
      }
    >
      <ul className="rows">
        {excuses.slice(0, EXCUSES_SHOWN).map((excuse) => (
          <li key={excuse.id} className="row">
            <span className="grow">
              <strong>{excuse.student.name}</strong>
              <br />
              <Text span size="sm" c="dimmed">
                {excuse.course}
              </Text>
            </span>
            <Text size="sm" c="dimmed" className="nowrap">
              {whenText(excuse.sent_at)}
            </Text>
          </li>
        ))}
      </ul>
    </Card>
  )
}
