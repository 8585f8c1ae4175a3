import { privacyApi } from '@apoderados/contract/calls/privacyApi'
import {
  ANSWER_DAYS,
  BLOCK_WORKING_DAYS,
  type PrivacyResponse,
  REQUEST_TEXT_MAX,
  type RequestKind,
  requestKindNames,
  requestKinds,
} from '@apoderados/contract/privacy'
import { type SubmitEvent, useId, useState } from 'react'
import { sendCall } from '../../../shared/api/api.ts'
import { useSession } from '../../../shared/session/store.ts'
import { nameAmong, shortName } from '../../../shared/text/names.ts'
import { Button } from '../../../shared/ui/forms/Button.tsx'
import { showToast } from '../../../shared/ui/notices/toast.ts'
import { failureOf, refetchPrivacy } from './privacyData.ts'

const kindTexts: Record<RequestKind, string> = {
  access: 'Saber qué datos tiene el colegio, de dónde vienen y para qué los usa.',
  rectification: 'Corregir un dato que está mal o incompleto.',
  erasure: 'Borrar datos que el colegio ya no está obligado a guardar.',
  opposition: 'Que el colegio deje de usar los datos para algo.',
  portability: 'Recibir los datos en un archivo para llevarlos a otra parte.',
  block: 'Que nadie use los datos mientras se resuelve un reclamo. Rige desde que lo envías.',
}

type Props = { privacy: PrivacyResponse; onSent: () => void }

/** The form of a request; what is about a child may only be asked by who represents the child by law. */
export function RequestForm({ privacy, onSent }: Props) {
  const students = useSession().students ?? []
  const [key] = useState(() => crypto.randomUUID())
  const [kind, setKind] = useState<RequestKind>()
  /** 'school 1' for the parent's own data, 'student 1' for a child's. */
  const [about, setAbout] = useState(`school ${privacy.schools[0]?.id}`)
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const nameOf = (student_id: number) => students.find((student) => student.id === student_id)
  const chosen = privacy.students.find(({ student_id }) => about === `student ${student_id}`)
  const chosenStudent = chosen && nameOf(chosen.student_id)
  const isRefused = chosen !== undefined && !chosen.is_representative
  const asked = kind ? requestKindNames[kind].toLowerCase() : 'solicitud'

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!kind) return setError('Elige qué pides')
    if (text.trim() === '') return setError('Cuenta qué pides')
    setBusy(true)
    const establishment_id = chosen?.establishment_id ?? Number(about.split(' ')[1])
    const student_id = chosen?.student_id ?? null
    try {
      const request = { key, kind, establishment_id, student_id, text }
      const { message } = (await sendCall(privacyApi.createDataRequest, request)) as { message: string }
      await refetchPrivacy()
      showToast('success', message)
      onSent()
    } catch (failure) {
      setError(failureOf(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void send(event)} noValidate={true} className="grid gap-4">
      <h3 className="font-semibold text-row">Nueva solicitud</h3>
      <label className="grid gap-2 font-semibold text-small">
        <span>De quién son los datos</span>
        <select
          value={about}
          onChange={({ target }) => setAbout(target.value)}
          className="field-box h-(--control-h) px-4 text-row"
        >
          {privacy.schools.map((school) => (
            <option key={school.id} value={`school ${school.id}`}>
              {privacy.schools.length > 1 ? `Míos, en ${school.name}` : 'Míos'}
            </option>
          ))}
          {privacy.students.map(({ student_id }) => {
            const student = nameOf(student_id)
            return (
              student && (
                <option key={student_id} value={`student ${student_id}`}>
                  {`De ${nameAmong(students, student)}`}
                </option>
              )
            )
          })}
        </select>
      </label>
      <fieldset>
        <legend className="mb-2 font-semibold text-small">Qué pides</legend>
        <div className="card overflow-clip [&>*+*]:border-line [&>*+*]:border-t">
          {requestKinds.map((value) => (
            <label key={value} className="flex items-start gap-3 px-4 py-3">
              <input
                type="radio"
                name="kind"
                value={value}
                checked={kind === value}
                onChange={() => setKind(value)}
                className="mt-1 size-5 shrink-0 accent-(--accent)"
              />
              <span>
                <span className="block font-medium text-row">{requestKindNames[value]}</span>
                <span className="block text-small text-text-2">{kindTexts[value]}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {isRefused ? (
        <p role="status" className="text-body">
          {`Solo un representante legal puede pedir la ${kind ? asked : 'solicitud'}. Conversa con el colegio.`}
        </p>
      ) : (
        <label className="grid gap-2 font-semibold text-small">
          <span>Cuenta qué pides</span>
          <textarea
            rows={4}
            maxLength={REQUEST_TEXT_MAX}
            value={text}
            onChange={({ target }) => setText(target.value)}
            aria-describedby={`${id}-clock`}
            className="field-box block w-full px-4 py-2.5 font-normal text-row"
          />
        </label>
      )}
      {chosen?.may_ask && chosenStudent && (
        <p className="text-small text-text-2">
          {`${shortName(chosenStudent)} ya tiene 14 años: también puede pedirlo por su cuenta en el colegio.`}
        </p>
      )}
      {error && (
        <p role="alert" className="text-negative-text text-small">
          {error}
        </p>
      )}
      {!isRefused && (
        <>
          <Button type="submit" busyLabel={isBusy && 'Enviando'}>
            Enviar solicitud
          </Button>
          <p id={`${id}-clock`} className="text-center text-caption text-text-2">
            {kind === 'block'
              ? `Responde Dirección, en ${BLOCK_WORKING_DAYS} días hábiles.`
              : `Responde Dirección, en ${ANSWER_DAYS} días. Es gratis.`}
          </p>
        </>
      )}
    </form>
  )
}
