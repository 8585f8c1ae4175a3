import { excuseReasonNames } from '@apoderados/contract/excuses'
import type { OfficeExcuse } from '@apoderados/contract/office/excuses'
import { officeApi } from '@apoderados/contract/office/officeApi'
import { OFFICE_BASE_PATH } from '@apoderados/contract/office/officeCall'
import { Alert, Button, Group, Text, Title } from '@mantine/core'
import { useSchool } from '../../shared/school.ts'
import { timeText, whenText } from '../../shared/text.ts'
import { Avatar } from '../../shared/ui/Avatar.tsx'
import { daysText, kindNames, lastDayText, StateChip, sheetTexts, stateNames } from './excuseTexts.tsx'

const parentTypes: Record<string, string> = {
  father: 'padre',
  mother: 'madre',
  grandpa: 'abuelo/a',
  brother: 'hermano/a',
  uncle: 'tío/a',
  legal: 'tutor legal',
  other: 'apoderado/a',
}

/** What the guardian sent, and what the sheets say of those days. */
export function ExcuseFacts({ excuse }: { excuse: OfficeExcuse }) {
  const { id: school_id } = useSchool()
  const { student, course, kind, reason, text, sender, attachment, earlier, arrived_at } = excuse
  const file = `${OFFICE_BASE_PATH}${officeApi.getExcuseAttachment.path}`
    .replace(':school_id', String(school_id))
    .replace(':excuse_id', String(excuse.id))
  return (
    <div className="split-body">
      <Group wrap="nowrap" justify="space-between">
        <Group wrap="nowrap">
          <Avatar name={student.name} />
          <div>
            <Title order={2} tabIndex={-1}>
              {student.name}
            </Title>
            <Text size="sm">{course}</Text>
          </div>
        </Group>
        <StateChip state={excuse.state} />
      </Group>
      {excuse.sheet_status && (
        <Alert className="notice" title="La planilla dice otra cosa">
          {`Dice: ${sheetTexts[excuse.sheet_status]}. Nada cambió; decida si mantiene lo suyo o sigue la planilla.`}
        </Alert>
      )}
      <dl className="facts">
        <div>
          <dt>{kindNames[kind].one}</dt>
          <dd>{`${daysText(excuse)}${arrived_at ? `, ${timeText(new Date(arrived_at))}` : ''}`}</dd>
        </div>
        <div>
          <dt>Motivo</dt>
          <dd>{excuseReasonNames[reason]}</dd>
        </div>
        <div>
          <dt>Enviada</dt>
          <dd>{whenText(excuse.sent_at)}</dd>
        </div>
        {excuse.answer_by && (
          <div>
            <dt>Se responde hasta el</dt>
            <dd>{lastDayText(excuse.answer_by)}</dd>
          </div>
        )}
      </dl>
      <Text size="sm" c="dimmed">
        {sender
          ? `${sender.name}, ${parentTypes[sender.parent_type]}, escribe`
          : 'La cuenta de quien la envió ya no existe'}
      </Text>
      <Text className="pre-line">{text || 'Sin texto.'}</Text>
      {attachment && (
        <div>
          <Text size="sm" c="dimmed">
            Adjunto
          </Text>
          {attachment.state === 'stored' ? (
            <>
              {/\.pdf$/i.test(attachment.name) ? (
                <Button component="a" variant="light" href={file} download>
                  Descargar el PDF
                </Button>
              ) : (
                <img src={file} alt="Adjunto que envió la familia" className="attachment" />
              )}
              <Text size="sm" c="dimmed">
                {`${attachment.name} · revisada, sin riesgos. Se borra el ${lastDayText(attachment.removed_on)}.`}
              </Text>
            </>
          ) : (
            <Text>
              {attachment.state === 'expected'
                ? 'Revisando el adjunto'
                : attachment.state === 'refused'
                  ? 'El adjunto no se pudo abrir con seguridad.'
                  : 'El adjunto ya se borró.'}
            </Text>
          )}
        </div>
      )}
      {excuse.decided.map(({ state, explanation, staff, decided_at }) => (
        <Text key={decided_at} size="sm">
          {`${staff} decidió ${stateNames[state]}, ${whenText(decided_at)}.${explanation ? ` ${explanation}` : ''}`}
        </Text>
      ))}
      {earlier.length > 0 && (
        <div>
          <Text size="sm" c="dimmed">
            Sus otras justificaciones de este año
          </Text>
          <ul className="rows">
            {earlier.map((other) => (
              <li key={other.id} className="row">
                <span className="grow">{`${kindNames[other.kind].one}, ${daysText(other)}`}</span>
                <StateChip state={other.state} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
