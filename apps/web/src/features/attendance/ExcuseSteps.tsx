import { lazyApi } from '@apoderados/contract/calls/lazyApi'
import { type Excuse, type ExcuseReason, excuseReasonNames } from '@apoderados/contract/excuses'
import { formatPhone } from '@apoderados/contract/values/phone'
import Check from '@phosphor-icons/core/assets/bold/check-bold.svg?react'
import Cross from '@phosphor-icons/core/assets/bold/x-bold.svg?react'
import Done from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?react'
import Clock from '@phosphor-icons/core/assets/fill/clock-fill.svg?react'
import Refused from '@phosphor-icons/core/assets/fill/x-circle-fill.svg?react'
import { type ComponentType, type SVGProps, useState } from 'react'
import { ApiError, sendCall } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queryClient.ts'
import { selectedStudent } from '../../shared/session/session.ts'
import { useSession } from '../../shared/session/store.ts'
import { dayAndMonth, localTimeOf } from '../../shared/text/format.ts'
import { labelOf } from '../../shared/text/labels.ts'
import { Fact, Facts } from '../../shared/ui/content/Facts.tsx'
import { Button } from '../../shared/ui/forms/Button.tsx'
import { showToast } from '../../shared/ui/notices/toast.ts'
import './excuses.css'

type Icon = ComponentType<SVGProps<SVGSVGElement>>

const momentText = (instant: string) => {
  const { day, time } = localTimeOf(instant)
  return `${dayAndMonth(day)}, ${time}`
}

/** Who acts next or what was decided, the three steps, and what the sender wrote. `recorded` names the first step. */
export function ExcuseSteps({ excuse, recorded }: { excuse: Excuse; recorded: string | undefined }) {
  const { state, is_own, sender } = excuse
  const isPending = state === 'pending'
  const sentText = is_own
    ? 'Enviaste la justificación'
    : `${sender ?? 'Otro apoderado'} envió la justificación`
  return (
    <>
      <Banner excuse={excuse} />
      <ol className="mt-4 grid gap-3">
        {recorded !== undefined && <Step icon={Check} title={recorded} />}
        <Step icon={Check} title={sentText} line={momentText(excuse.sent_at)} />
        <Step
          icon={isPending ? Clock : state === 'rejected' ? Cross : Check}
          isLast={true}
          title={isPending ? 'Inspectoría decide' : 'Inspectoría decidió'}
          line={excuse.decided_at ? momentText(excuse.decided_at) : 'Te avisaremos en Novedades'}
        />
      </ol>
      {is_own && (
        <div className="mt-4 border-line border-t pt-2">
          <Facts>
            {excuse.reason && (
              <Fact label="Motivo">{labelOf(excuseReasonNames, excuse.reason as ExcuseReason)}</Fact>
            )}
            {excuse.text && (
              <Fact label="Lo que escribiste" isText={true}>
                {excuse.text}
              </Fact>
            )}
            {excuse.attachment && (
              <Fact label="Adjunto" isText={true}>
                {`${excuse.attachment.name} · ${attachmentText(excuse.attachment)}`}
              </Fact>
            )}
          </Facts>
        </div>
      )}
    </>
  )
}

function attachmentText({ state, removed_on }: NonNullable<Excuse['attachment']>): string {
  if (state === 'refused') return 'no se pudo abrir con seguridad'
  if (state === 'removed') return 'borrado'
  return `se borra el ${dayAndMonth(removed_on)}`
}

function Banner({ excuse: { state, answer_by, explanation, decided_at } }: { excuse: Excuse }) {
  const [tone, Icon, title]: [string, Icon, string] =
    state === 'justified'
      ? ['bg-positive-soft text-positive-text', Done, 'Inspectoría la aceptó']
      : state === 'rejected'
        ? ['bg-negative-soft text-negative-text', Refused, 'Inspectoría no la aceptó']
        : ['bg-neutral-soft text-neutral-text', Clock, 'Ahora le toca a Inspectoría']
  return (
    <div className={`flex gap-3 rounded-md p-4 ${tone}`}>
      <Icon className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {state === 'pending' && answer_by && <p>{`Responde a más tardar el ${dayAndMonth(answer_by)}.`}</p>}
        {explanation && <p className="whitespace-pre-line">{explanation}</p>}
        {decided_at && <p className="mt-1 text-small">{`Inspectoría, ${momentText(decided_at)}`}</p>}
      </div>
    </div>
  )
}

type StepProps = { icon: Icon; title: string; line?: string; isLast?: boolean }

const Step = ({ icon: StepIcon, title, line, isLast = false }: StepProps) => (
  <li className="flex gap-3">
    <span className="excuse-step" data-last={isLast || undefined}>
      <StepIcon className="size-3.5" />
    </span>
    <p className="min-w-0 font-medium">
      {title}
      {line && <span className="block font-normal text-small text-text-2">{line}</span>}
    </p>
  </li>
)

/** The actions of an excuse: the sender withdraws a pending one, and calls the school about a rejected one. */
export function ExcuseActions({ excuse, onWithdrawn }: { excuse: Excuse; onWithdrawn?: () => void }) {
  const student = selectedStudent(useSession())
  const [isBusy, setBusy] = useState(false)
  const phone = student?.establishment?.phone
  if (excuse.state === 'rejected' && phone)
    return (
      <>
        <p className="text-center text-small text-text-2">¿No estás de acuerdo? Conversa con Inspectoría.</p>
        <a
          href={`tel:${phone}`}
          aria-label={`Llamar al colegio, ${formatPhone(phone)}`}
          className="flex min-h-(--control-h) items-center justify-center rounded-md bg-accent-soft px-5 py-2 font-medium text-accent-text text-row"
        >
          Llamar al colegio
        </a>
      </>
    )
  if (excuse.state !== 'pending' || !excuse.is_own || !student) return null
  const withdraw = async () => {
    setBusy(true)
    try {
      await sendCall(lazyApi.withdrawExcuse, { student_id: student.id, excuse_id: excuse.id })
      showToast('success', 'Justificación retirada')
      onWithdrawn?.()
    } catch (error) {
      showToast('error', (error instanceof ApiError && error.message) || 'Necesita conexión')
    } finally {
      setBusy(false)
      for (const name of ['getExcuses', 'getArrears'])
        void queryClient.invalidateQueries({ queryKey: [name] })
    }
  }
  return (
    <Button variant="soft" busyLabel={isBusy && 'Retirando'} onClick={() => void withdraw()}>
      Retirar la justificación
    </Button>
  )
}
