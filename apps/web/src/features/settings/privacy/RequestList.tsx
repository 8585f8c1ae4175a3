import {
  ANSWER_DAYS,
  BLOCK_WORKING_DAYS,
  type DataRequest,
  type PrivacyResponse,
  type RequestKind,
  requestKindNames,
} from '@apoderados/contract/privacy'
import Check from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?react'
import Clock from '@phosphor-icons/core/assets/fill/clock-fill.svg?react'
import { useSession } from '../../../shared/session/store.ts'
import { dayAndMonth } from '../../../shared/text/format.ts'
import { shortName } from '../../../shared/text/names.ts'
import { Chip } from '../../../shared/ui/content/Chip.tsx'

const outcomeNames: Record<string, string> = {
  granted: 'Acogida',
  partly: 'Acogida en parte',
  refused: 'No acogida',
  lifted: 'Bloqueo levantado',
}

function leftText({ kind, days_left }: DataRequest): string {
  const left = days_left ?? 0
  const days = kind === 'block' ? ['día hábil', 'días hábiles'] : ['día', 'días']
  if (left < 0) return 'el plazo ya pasó'
  if (left === 0) return 'vence hoy'
  return left === 1 ? `queda 1 ${days[0]}` : `quedan ${left} ${days[1]}`
}

/** The requests with their clock or their answer. */
export function RequestList({ privacy }: { privacy: PrivacyResponse }) {
  return (
    <ul className="card privacy-requests">
      {privacy.requests.map((request) => (
        <RequestItem key={request.id} request={request} />
      ))}
    </ul>
  )
}

function RequestItem({ request }: { request: DataRequest }) {
  const students = useSession().students ?? []
  const { kind, student_id, received_on, due_on, days_left, is_blocked, answers, text } = request
  const student = students.find(({ id }) => id === student_id)
  const name = requestKindNames[kind as RequestKind] ?? kind
  const isOpen = days_left !== null
  const span = kind === 'block' ? BLOCK_WORKING_DAYS : ANSWER_DAYS
  return (
    <li className="grid gap-2 px-4 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium text-row">
          {student ? `${name}: ${shortName(student)}` : `${name}: mis datos`}
        </p>
        {isOpen ? (
          <Chip tone="neutral" icon={Clock}>
            En curso
          </Chip>
        ) : (
          <Chip tone="positive" icon={Check}>
            Cerrada
          </Chip>
        )}
      </div>
      {isOpen && (
        <>
          <meter
            className="privacy-clock"
            aria-label="Plazo transcurrido"
            min={0}
            max={span}
            value={span - Math.max(0, days_left)}
          />
          <p className="text-small text-text-2">
            {`Recibida el ${dayAndMonth(received_on)}. Dirección responde hasta el ${dayAndMonth(due_on)}: ${leftText(request)}.`}
          </p>
        </>
      )}
      {is_blocked && (
        <p className="text-small">Bloqueo en curso: los datos no se muestran a otras familias.</p>
      )}
      <details className="text-small">
        <summary className="privacy-summary">
          {answers.length > 0 ? 'Ver la respuesta' : 'Ver lo que pedí'}
        </summary>
        <p className="mt-2 whitespace-pre-line text-text-2">{`Pediste: ${text}`}</p>
        {answers.map((answer) => (
          <p key={answer.answered_on + answer.outcome} className="mt-2 whitespace-pre-line">
            <strong>
              {`${outcomeNames[answer.outcome] ?? answer.outcome}, ${dayAndMonth(answer.answered_on)}. `}
            </strong>
            {answer.text}
          </p>
        ))}
      </details>
    </li>
  )
}
