import { RecoveryConfirmRequest } from '@apoderados/contract/session'
import Lock from '@phosphor-icons/core/assets/regular/lock.svg?react'
import { useState } from 'react'
import { ApiError, callApi } from '../../shared/api/api.ts'
import {
  type FieldErrors,
  fieldErrors,
  focusField,
  useCheckedForm,
  type Values,
} from '../../shared/forms/checkedForm.ts'
import { confirmationError } from '../../shared/forms/passwordRules.ts'
import { navigate } from '../../shared/router.tsx'
import { Button } from '../../shared/ui/forms/Button.tsx'
import { Field } from '../../shared/ui/forms/Field.tsx'
import { NewPasswordField } from '../../shared/ui/forms/NewPasswordField.tsx'
import { NeedsConnection } from '../../shared/ui/notices/NeedsConnection.tsx'
import { showToast } from '../../shared/ui/notices/toast.ts'
import { SessionFrame } from './SessionFrame.tsx'
import { TextLink } from './TextLink.tsx'

const fieldNames = ['email', 'token', 'new_password', 'confirmation'] as const
type FieldName = (typeof fieldNames)[number]

/** The errors of the fields, by the rules of spec §5. */
function checkFields({ confirmation, ...request }: Values<FieldName>): FieldErrors<FieldName> {
  const token = request.token.trim()
  return {
    ...fieldErrors(RecoveryConfirmRequest, { ...request, token }),
    confirmation: confirmationError(request.new_password, confirmation),
  }
}

/** Sends the new password and shows a toast. Returns the message of a refused code; throws if no response came. */
async function sendNewPassword(values: Values<FieldName>): Promise<string | undefined> {
  const { email, token, new_password } = values
  try {
    const { message } = await callApi('confirmRecovery', { email, token: token.trim(), new_password })
    showToast('success', message)
    navigate('/login', { replace: true }) // replaces this page's address, as it contains an e-mail address
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showToast('error', error.message || 'Error al cambiar la contraseña')
    if (error.hasNoResponse) throw error // the form then shows advice, which stays longer than a toast
    return /código/i.test(error.message) ? error.message : undefined
  }
  return undefined
}

/** spec §2: sets a new password with the code from the e-mail. */
export function RecoveryChangePage() {
  const [email] = useState(() => new URLSearchParams(location.search).get('email') ?? '')
  const [codeRefusal, setCodeRefusal] = useState<string>()
  const { form, errors, failure, isBusy } = useCheckedForm({
    fields: fieldNames,
    check: checkFields,
    send: async (values, element) => {
      const refusal = await sendNewPassword(values)
      setCodeRefusal(refusal)
      if (refusal) focusField(element, 'token')
    },
  })
  return (
    <SessionFrame
      title="Cambiar contraseña"
      lead="Escribe el código que te enviamos por correo. Si no llega, revisa también la carpeta de correo no deseado."
    >
      <form {...form} className="mt-8">
        <div className="grid gap-5">
          <Field
            label="Correo electrónico"
            type="email"
            name="email"
            value={email}
            readOnly={true}
            error={errors.email}
            autoComplete="username"
            end={
              <Lock className="pointer-events-none absolute inset-y-0 right-4 my-auto size-5.5 text-text-2" />
            }
          />
          <Field
            label="Código de recuperación"
            name="token"
            error={errors.token ?? codeRefusal}
            onInput={() => setCodeRefusal(undefined)}
            help="Vale 10 minutos y una sola vez."
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <NewPasswordField error={errors.new_password} />
          <Field
            label="Confirmar contraseña"
            type="password"
            name="confirmation"
            error={errors.confirmation}
            autoComplete="new-password"
          />
        </div>
        <div className="mt-6">
          {failure && <NeedsConnection className="mb-4 text-negative-text" />}
          <Button type="submit" busyLabel={isBusy && 'Cambiando'}>
            Cambiar contraseña
          </Button>
        </div>
      </form>
      <p className="mt-3 flex flex-wrap justify-between gap-x-6">
        <TextLink href="/auth/recuperar_contraseña">Pedir otro código</TextLink>
        <TextLink href="/login">Volver a iniciar sesión</TextLink>
      </p>
    </SessionFrame>
  )
}
