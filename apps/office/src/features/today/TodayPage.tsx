import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meQuery, officeQuery } from '../../shared/queries.ts'
import { RegisterSentence } from '../../shared/RegisterSentence.tsx'
import { StaffState } from '../../shared/StaffState.tsx'
import { useSchool } from '../../shared/school.ts'
import { longDayText, timeText, whenText } from '../../shared/text.ts'
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
        <div>{may('settings.staff') ? <WaitingStaff /> : <NothingWaits />}</div>
        <div>
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

/** The members who have not enrolled yet, whom a director can invite again. */
function WaitingStaff() {
  const { id } = useSchool()
  const staff = useQuery(officeQuery('listStaff', { school_id: id }))
  return (
    <QueryContent query={staff}>
      {({ staff: members }) => {
        const waiting = members.filter(({ state }) => state !== 'active')
        if (waiting.length === 0) return <NothingWaits />
        return (
          <Card
            title="Personal por registrarse"
            aside={
              <Anchor
                component={Link}
                to="/colegios/$schoolId/ajustes"
                params={{ schoolId: String(id) } as never}
              >
                Ver el personal
              </Anchor>
            }
          >
            <ul className="rows">
              {waiting.map((member) => (
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
      }}
    </QueryContent>
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
