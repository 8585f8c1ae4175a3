import {
  ANNOUNCED_DAYS_MAX,
  ATTACHMENT_BYTES_MAX,
  EXCUSE_TEXT_MAX,
  type ExcuseKind,
  type ExcuseReason,
  excuseReasonNames,
} from '@apoderados/contract/excuses'
import { addDays } from '@apoderados/contract/values/days'
import Check from '@phosphor-icons/core/assets/bold/check-bold.svg?react'
import Close from '@phosphor-icons/core/assets/bold/x-bold.svg?react'
import Picture from '@phosphor-icons/core/assets/regular/image.svg?react'
import { type ChangeEvent, type SubmitEvent, useId, useState } from 'react'
import { type QueuedExcuse, queueExcuse } from '../../shared/excuses/excuseQueue.ts'
import { capitalize, longDay, schoolClock } from '../../shared/text/format.ts'
import { Sheet } from '../../shared/ui/dialogs/Sheet.tsx'
import { Button } from '../../shared/ui/forms/Button.tsx'
import { shrinkPicture } from './picture.ts'
import './excuses.css'

/** What is justified: the given days, or days that the parent chooses among them. */
export type ExcuseSubject = {
  kind: ExcuseKind
  title: string
  /** A line under the title: 'Jueves 8 de octubre, llegó a las 08:17'. */
  line?: string
  /** The absent days in a row that may be chosen; without them the days of an announcement. */
  days?: readonly string[]
  /** A waiting justification that is edited. */
  queued?: QueuedExcuse
}

type Props = {
  student_id: number
  subject: ExcuseSubject
  acceptsPdf: boolean
  isOpen: boolean
  onClose: () => void
}

const MS_PER_MB = 1024 * 1024
const sizeText = (bytes: number) =>
  bytes < MS_PER_MB
    ? `${Math.ceil(bytes / 1024)} KB`
    : `${(bytes / MS_PER_MB).toFixed(1).replace('.', ',')} MB`

type Chosen = { file: Blob; name: string }

/** The form of a justification. What is sent goes through the queue, so that it works without a connection. */
export function ExcuseForm({ student_id, subject, acceptsPdf, isOpen, onClose }: Props) {
  const { kind, days, queued, line, title } = subject
  const sent = queued?.request
  const { day: today } = schoolClock(new Date())
  const last = days?.at(-1) ?? addDays(today, ANNOUNCED_DAYS_MAX)
  const first = days?.[0] ?? today
  const [reason, setReason] = useState<ExcuseReason | undefined>(sent?.reason)
  const [text, setText] = useState(sent?.text ?? '')
  const [from, setFrom] = useState(sent?.from ?? first)
  const [to, setTo] = useState(sent?.to ?? (days ? last : first))
  const [chosen, setChosen] = useState<Chosen | undefined>(
    queued?.file && sent?.attachment ? { file: queued.file, name: sent.attachment.name } : undefined,
  )
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const id = useId()

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!reason) return setError('Elige un motivo')
    if (from > to) return setError('El último día no puede ser anterior al primero')
    setBusy(true)
    await queueExcuse({
      request: {
        student_id,
        key: sent?.key ?? crypto.randomUUID(),
        kind,
        from,
        to,
        reason,
        text: text.trim(),
        attachment: chosen ? { name: chosen.name, bytes: chosen.file.size } : null,
      },
      file: chosen?.file ?? null,
      problem: null,
    })
    onClose()
  }

  /** `Hasta` follows `Desde`, so that the last day is never before the first. */
  const startOn = (day: string) => {
    setFrom(day)
    if (to < day) setTo(day)
  }

  const choose = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? []
    input.value = ''
    if (!file) return
    const picture = await shrinkPicture(file).catch(() => undefined)
    if (!picture) return setError('Esa foto no se puede abrir. Elige una JPG o PNG.')
    if (picture.size > ATTACHMENT_BYTES_MAX) return setError('El archivo pesa más de 5 MB')
    setError('')
    setChosen({ file: picture, name: file.name.slice(-120) })
  }

  const footer = (
    <>
      {error && (
        <p role="alert" className="text-negative-text text-small">
          {error}
        </p>
      )}
      <Button type="submit" form={id} busyLabel={isBusy && 'Enviando'}>
        Enviar justificación
      </Button>
      <p className="text-center text-caption text-text-2">Decide Inspectoría. Te avisaremos en Novedades.</p>
    </>
  )
  return (
    <Sheet title={title} subtitle={line} isOpen={isOpen} onClose={onClose} footer={footer}>
      <form id={id} onSubmit={onSubmit} noValidate={true} className="grid gap-4 pt-1">
        {kind === 'absence' && (
          <div className="excuse-days">
            <DayField label="Desde" value={from} min={first} max={last} days={days} onChange={startOn} />
            <DayField label="Hasta" value={to} min={from} max={last} days={days} onChange={setTo} />
          </div>
        )}
        <fieldset>
          <legend className="mb-2 font-semibold text-small">Motivo</legend>
          <div className="excuse-reasons">
            {(Object.entries(excuseReasonNames) as [ExcuseReason, string][]).map(([value, name]) => (
              <label key={value} className="excuse-reason">
                <input
                  type="radio"
                  name="reason"
                  value={value}
                  checked={reason === value}
                  onChange={() => setReason(value)}
                  className="sr-only"
                />
                {reason === value && <Check className="size-4" />}
                <span>{name}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div>
          <div className="mb-2 flex items-baseline gap-3 text-small">
            <label htmlFor={`${id}-text`} className="flex-1 font-semibold">
              Cuéntalo en pocas palabras
            </label>
            <span className="text-text-2 tabular-nums">{`${text.length}/${EXCUSE_TEXT_MAX}`}</span>
          </div>
          <textarea
            id={`${id}-text`}
            rows={3}
            maxLength={EXCUSE_TEXT_MAX}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            aria-describedby={`${id}-note`}
            className="field-box block w-full px-4 py-2.5 text-row"
          />
          <p id={`${id}-note`} className="mt-1.5 text-label text-text-2">
            No escribas diagnósticos ni nombres a otros niños.
          </p>
        </div>
        {chosen ? (
          <div className="excuse-file">
            <Picture className="size-6 shrink-0" />
            <p className="min-w-0 flex-1">
              {chosen.name}
              <span className="block text-caption text-text-2">{`${sizeText(chosen.file.size)} · opcional`}</span>
            </p>
            <button
              type="button"
              aria-label="Quitar el adjunto"
              onClick={() => setChosen(undefined)}
              className="grid size-11 place-items-center rounded-md"
            >
              <Close className="size-5" />
            </button>
          </div>
        ) : (
          <label className="excuse-file">
            <Picture className="size-6 shrink-0" />
            <span>
              {acceptsPdf ? 'Agregar foto o PDF' : 'Agregar foto'}
              <span className="block text-caption text-text-2">Hasta 5 MB · opcional</span>
            </span>
            <input
              type="file"
              accept={acceptsPdf ? 'image/jpeg,image/png,application/pdf' : 'image/jpeg,image/png'}
              onChange={choose}
              className="sr-only"
            />
          </label>
        )}
      </form>
    </Sheet>
  )
}

type DayFieldProps = {
  label: string
  value: string
  min: string
  max: string
  days: readonly string[] | undefined
  onChange: (day: string) => void
}

/** A day among the absent ones, or any day from `min` to `max`. */
function DayField({ label, value, min, max, days, onChange }: DayFieldProps) {
  const id = useId()
  const box = 'field-box block h-(--control-h) w-full px-4 text-row'
  return (
    <div>
      <label htmlFor={id} className="mb-2 block font-semibold text-small">
        {label}
      </label>
      {days ? (
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={box}
        >
          {days.map((day) => (
            <option key={day} value={day}>
              {capitalize(longDay(day))}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type="date"
          value={value}
          min={min}
          max={max}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={box}
        />
      )}
    </div>
  )
}
