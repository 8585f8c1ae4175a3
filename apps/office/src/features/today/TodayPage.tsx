import { Anchor, Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meQuery, officeQuery } from '../../shared/queries.ts'
import { RegisterSentence } from '../../shared/RegisterSentence.tsx'
import { useSchool } from '../../shared/school.ts'
import { longDayText, timeText, whenText } from '../../shared/text.ts'
import { Empty, QueryContent } from '../../shared/ui/notices.tsx'
import { Card, Page } from '../../shared/ui/Page.tsx'
import { DataAgeCard } from './DataAgeCard.tsx'
import { queues } from './queues.tsx'

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
          {may('today.school') && <DataAgeCard />}
          <LastActs />
        </div>
      </div>
    </Page>
  )
}

/** The queues in which something waits. */
function Waiting() {
  const { id: school_id, may } = useSchool()
  const shown = queues.filter(({ permission }) => may(permission))
  const states = useQueries({
    queries: shown.map(({ call, fields }) => officeQuery(call, { school_id, ...fields } as never)),
  })
  const isNothingWaiting = shown.every(({ isWaiting }, index) => {
    const response = states[index]?.data
    return response !== undefined && !isWaiting(response)
  })
  if (isNothingWaiting)
    return (
      <Card title="Por hacer">
        <Empty>Nada espera por usted.</Empty>
      </Card>
    )
  return shown.map(({ call, isWaiting, Card: QueueCard }, index) => {
    const query = states[index]
    return (
      query && (
        <QueryContent key={call} query={query} rows={2}>
          {(response) => (isWaiting(response) ? <QueueCard response={response} /> : null)}
        </QueryContent>
      )
    )
  })
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
