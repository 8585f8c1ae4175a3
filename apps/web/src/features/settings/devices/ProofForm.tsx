import { devicesApi } from '@apoderados/contract/calls/devicesApi'
import { messages } from '@apoderados/contract/messages'
import { useEffect, useRef, useState } from 'react'
import { ApiError, sendCall } from '../../../shared/api/api.ts'
import { useCheckedForm } from '../../../shared/forms/checkedForm.ts'
import { useSession } from '../../../shared/session/store.ts'
import { Button } from '../../../shared/ui/forms/Button.tsx'
import { Field } from '../../../shared/ui/forms/Field.tsx'
import { FormFailure } from '../../../shared/ui/forms/FormFailure.tsx'
import { usePasskeys } from './useDevices.ts'

export type Proof = { password: string } | { passkey: object }

type Props = {
  /** What the parent confirms. */
  question: string
  /** The text of the button, and while it works. */
  action: [idle: string, busy: string]
  /** Sends the change with the proof. @throws ApiError */
  send: (proof: Proof) => Promise<void>
  onCancel: () => void
}

const failureTextOf = ({ message }: ApiError) => message || 'No se pudo enviar. Intenta de nuevo.'

/** Asks for the password or, if the parent has one, for a passkey, before a change of the account's devices. */
export function ProofForm({ question, action: [idle, busy], send, onCancel }: Props) {
  const { profile } = useSession()
  const [hint, setHint] = useState('')
  const { form, errors, failure, isBusy } = useCheckedForm({
    fields: ['password'],
    check: ({ password }) => (password ? {} : { password: messages.passwordRequired }),
    send: ({ password }) => send({ password }),
  })
  const element = useRef<HTMLFormElement>(null)
  // The form replaces the pressed button, so that it takes the focus.
  useEffect(() => element.current?.querySelector<HTMLElement>('[name=password]')?.focus(), [])
  return (
    <form {...form} ref={element} className="grid gap-4 pb-6">
      <p className="font-semibold text-body">{question}</p>
      {/* Password managers find the account by it. */}
      <input hidden={true} readOnly={true} autoComplete="username" value={profile?.email ?? ''} />
      <Field
        label="Contraseña"
        type="password"
        name="password"
        error={errors.password}
        autoComplete="current-password"
      />
      {failure && <FormFailure message={failureTextOf(failure)} error={failure} />}
      <Button type="submit" busyLabel={isBusy && busy}>
        {idle}
      </Button>
      <PasskeyProof send={send} onHint={setHint} />
      <Button variant="text" onClick={onCancel}>
        Cancelar
      </Button>
      <p role="status" className="text-negative-text text-small">
        {hint}
      </p>
    </form>
  )
}

function PasskeyProof({ send, onHint }: Pick<Props, 'send'> & { onHint: (text: string) => void }) {
  const [isBusy, setBusy] = useState(false)
  const hasPasskey = (usePasskeys().data?.passkeys.length ?? 0) > 0
  if (!hasPasskey) return null
  const prove = async () => {
    setBusy(true)
    onHint('')
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const { options } = (await sendCall(devicesApi.startPasskeyProof, {})) as { options: never }
      await send({ passkey: await startAuthentication({ optionsJSON: options }) })
    } catch (error) {
      onHint(error instanceof ApiError ? failureTextOf(error) : 'No se usó la llave de acceso.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="soft" busyLabel={isBusy && 'Comprobando'} onClick={() => void prove()}>
      Usar llave de acceso
    </Button>
  )
}
