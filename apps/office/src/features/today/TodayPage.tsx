import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meQuery, officeQuery } from '../../shared/queries.ts'
import { RegisterSentence } from '../../shared/RegisterSentence.tsx'
import { StaffState } from '../../shared/StaffState.tsx'
import { useSchool } from '../../shared/school.ts'
import { countText, longDayText, timeText, whenText } from '../../shared/text.ts'
import { Empty, QueryContent } from '../../shared/ui/notices.tsx'
import { Card, Page } from '../../shared/ui/Page.tsx'

const LINES_SHOWN = 8

function greetingAt(now: Date): string {
  const hour = Number(timeText(now).slice(0, 2))
  if (hour < 12) return 'Buenos días'
  return hour < 20 ? 'Buenas tardes' : 'Buenas noches'
}

/** What waits for the person, and what has happened. */
export function TodayPage() {
  const { data: me } = useQuery(meQuery)
  const { may } = useSchool()
  const now = new Date()
  const [firstName = ''] = me?.name.split(' ') ?? []
  return (
    <Page title={`${greetingAt(now)}, ${firstName}`} line={`${longDayText(now)} · ${timeText(now)}`}>
      <div className="columns">
        <div>
          <Waiting />
        </div>
        <div>
          {may('loads.run') && <LastLoads />}
          <LastActs />
        </div>
      </div>
    </Page>
  )
}

const NothingWaits = () => (
  <Card title="Por hacer">
    <Empty>Nada espera por usted.</Empty>
  </Card>
)

/** The person's own loads that are not saved yet, and the members who have not enrolled, whom a director invites again. */
function Waiting() {
  const { id: school_id, may } = useSchool()
  const params = { schoolId: String(school_id) }
  const staff = useQuery({ ...officeQuery('listStaff', { school_id }), enabled: may('settings.staff') })
  const loads = useQuery({ ...officeQuery('listLoads', { school_id }), enabled: may('loads.run') })
  const members = staff.data?.staff.filter(({ state }) => state !== 'active') ?? []
  const unfinished = loads.data?.loads.filter(({ is_own, applied_at }) => is_own && applied_at === null) ?? []
  if (members.length === 0 && unfinished.length === 0) return <NothingWaits />
  return (
    <>
      {unfinished.length > 0 && (
        <Card title="Cargas sin terminar">
          <ul className="rows">
            {unfinished.map(({ id, files, created_at }) => (
              <li key={id} className="row">
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
                  params={{ ...params, loadId: String(id) } as never}
                  fw={600}
                >
                  Seguir
                </Anchor>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {members.length > 0 && (
        <Card
          title="Personal por registrarse"
          aside={
            <Anchor component={Link} to="/colegios/$schoolId/ajustes" params={params as never}>
              Ver el personal
            </Anchor>
          }
        >
          <ul className="rows">
            {members.map((member) => (
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
      )}
    </>
  )
}

const LOADS_SHOWN = 5

/** How old the school's data is: its last saved loads. */
function LastLoads() {
  const { id: school_id } = useSchool()
  const loads = useQuery(officeQuery('listLoads', { school_id }))
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
      <QueryContent query={loads}>
        {({ loads: list }) => {
          const saved = list.filter(({ applied_at, undone_at }) => applied_at !== null && undone_at === null)
          if (saved.length === 0) return <Empty>Todavía no hay cargas.</Empty>
          return (
            <ul className="rows">
              {saved.slice(0, LOADS_SHOWN).map(({ id, files, rows, applied_at, created_at }) => (
                <li key={id} className="row">
                  <span className="grow">
                    {files.join(', ')}
                    <br />
                    <Text span size="sm" c="dimmed">
                      {countText(rows, 'fila', 'filas')}
                    </Text>
                  </span>
                  <Text size="sm" c="dimmed" className="nowrap">
                    {whenText(applied_at ?? created_at)}
                  </Text>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryContent>
    </Card>
  )
}

function LastActs() {
  const { id, may } = useSchool()
  const register = useQuery(officeQuery('getRegister', { school_id: id }))
  return (
    <Card
      title={may('register.all') ? 'Últimos movimientos' : 'Sus últimos movimientos'}
      aside={
        <Anchor component={Link} to="/colegios/$schoolId/registro" params={{ schoolId: String(id) } as never}>
          Registro
        </Anchor>
      }
    >
      <QueryContent query={register}>
        {({ lines }) =>
          lines.length === 0 ? (
            <Empty>Lo que se haga en el colegio aparece aquí.</Empty>
          ) : (
            <ul className="rows">
              {lines.slice(0, LINES_SHOWN).map((line) => (
                <li key={line.id} className="row">
                  <span className="grow">
                    <RegisterSentence line={line} />
                  </span>
                  <Text size="sm" c="dimmed" className="nowrap">
                    {whenText(line.at)}
                  </Text>
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Card>
  )
}
