import { type Breach, breachAudienceNames, breachAudiences } from '@apoderados/contract/office/privacy'
import { Button, Checkbox, Group, Select, Text, Textarea } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { countText, dayRangeText, isoDayOf, whenText } from '../../shared/text.ts'
import { Empty, ErrorNotice, QueryContent, showToast } from '../../shared/ui/notices.tsx'
import { Card } from '../../shared/ui/Page.tsx'

/** Who was affected in a span by the Registro, the drafts of the notices, and the register of breaches. */
export function Breaches() {
  const { id: school_id } = useSchool()
  const breaches = useQuery(officeQuery('listBreaches', { school_id }))
  return (
    <div className="columns">
      <div>
        <Card title="Registro de vulneraciones">
          <QueryContent query={breaches} rows={3}>
            {({ breaches: rows }) =>
              rows.length === 0 ? (
                <Empty>Ninguna vulneración anotada.</Empty>
              ) : (
                <ul className="rows">
                  {rows.map((breach) => (
                    <BreachItem key={breach.id} breach={breach} />
                  ))}
                </ul>
              )
            }
          </QueryContent>
        </Card>
      </div>
      <div>
        <NewBreach />
      </div>
    </div>
  )
}

function BreachItem({ breach }: { breach: Breach }) {
  const { id: school_id } = useSchool()
  const navigate = useNavigate()
  const tell = useOfficeMutation('tellBreach', {
    changes: ['listBreaches', 'getRegister', 'listNotices'],
    onSuccess({ message, notice_id }) {
      showToast(message)
      if (notice_id !== null)
        void navigate({
          to: '/colegios/$schoolId/comunicados/$noticeId',
          params: { schoolId: String(school_id), noticeId: String(notice_id) } as never,
        })
    },
  })
  return (
    <li className="breach">
      <strong>{breach.what}</strong>
      <Text size="sm" c="dimmed">
        {`${dayRangeText(breach.from, breach.to)} · ${countText(breach.students, 'estudiante', 'estudiantes')}, ${countText(breach.guardians, 'apoderado', 'apoderados')} · anotada por ${breach.staff}, ${whenText(breach.found_at)}`}
      </Text>
      <Text size="sm">{`Medidas: ${breach.measures}`}</Text>
      <ErrorNotice error={tell.error} />
      {breachAudiences.map((whom) => {
        const told = breach.told[whom]
        return (
          <details key={whom} className="breach-draft">
            <summary>
              {`${breachAudienceNames[whom]} · ${told ? `avisada ${whenText(told)}` : 'sin avisar'}`}
            </summary>
            <Text size="sm" className="pre-line" my="sm">
              {breach.drafts[whom]}
            </Text>
            <Group>
              <Button
                variant="light"
                size="sm"
                onClick={() => void navigator.clipboard.writeText(breach.drafts[whom])}
              >
                Copiar el texto
              </Button>
              {(whom === 'families' || !told) && (
                <Button
                  variant="subtle"
                  size="sm"
                  loading={tell.isPending}
                  onClick={() => tell.mutate({ school_id, breach_id: breach.id, whom })}
                >
                  {whom === 'families' ? 'Preparar el comunicado' : 'Anotar que se avisó'}
                </Button>
              )}
            </Group>
          </details>
        )
      })}
    </li>
  )
}

function NewBreach() {
  const { id: school_id } = useSchool()
  const today = isoDayOf(new Date())
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState(today)
  const [staff_id, setStaff] = useState<number>()
  const [what, setWhat] = useState('')
  const [measures, setMeasures] = useState('')
  const [is_sensitive, setSensitive] = useState(false)
  const staff = useQuery(officeQuery('listStaff', { school_id }))
  const scope = useQuery({
    ...officeQuery('getBreachScope', { school_id, from, to, staff_id }),
    enabled: from <= to,
  })
  const record = useOfficeMutation('recordBreach', {
    changes: ['listBreaches', 'getRegister'],
    onSuccess({ message }) {
      showToast(message)
      setWhat('')
      setMeasures('')
    },
  })
  return (
    <Card title="Anotar una vulneración">
      <div className="breach">
        <Group grow>
          <DatePickerInput
            label="Desde"
            valueFormat="D [de] MMMM"
            value={from}
            onChange={(day) => day && setFrom(day)}
          />
          <DatePickerInput
            label="Hasta"
            valueFormat="D [de] MMMM"
            value={to}
            onChange={(day) => day && setTo(day)}
          />
        </Group>
        <Select
          label="Por la cuenta de"
          placeholder="Cualquiera"
          clearable
          data={staff.data?.staff.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
          value={staff_id === undefined ? null : String(staff_id)}
          onChange={(value) => setStaff(value ? Number(value) : undefined)}
        />
        <Text size="sm" role="status">
          {scope.data
            ? `Según Registro, afecta a ${countText(scope.data.students, 'estudiante', 'estudiantes')} y ${countText(scope.data.guardians, 'apoderado', 'apoderados')}.`
            : 'Buscando a quién afecta'}
        </Text>
        <Textarea
          label="Qué ocurrió"
          description="Lo leen la Agencia y las familias. Sin nombres."
          autosize
          minRows={2}
          maxLength={1000}
          value={what}
          onChange={(event) => setWhat(event.currentTarget.value)}
        />
        <Textarea
          label="Medidas adoptadas"
          autosize
          minRows={2}
          maxLength={1000}
          value={measures}
          onChange={(event) => setMeasures(event.currentTarget.value)}
        />
        <Checkbox
          label="Incluye datos sensibles, como salud o religión"
          checked={is_sensitive}
          onChange={(event) => setSensitive(event.currentTarget.checked)}
        />
        <ErrorNotice error={record.error} title="No se guardó. Su texto sigue aquí." />
        <Button
          loading={record.isPending}
          disabled={what.trim() === '' || measures.trim() === '' || from > to}
          onClick={() =>
            record.mutate({
              school_id,
              from,
              to,
              staff_id: staff_id ?? null,
              parent_id: null,
              what,
              measures,
              is_sensitive,
            })
          }
        >
          Anotar
        </Button>
      </div>
    </Card>
  )
}
