import { RecoveryRequest } from '@apoderados/contract/session'
import * as z from 'zod/mini'
import { callApi } from '../../shared/api/api.ts'
import { fieldErrors, useCheckedForm } from '../../shared/forms/checkedForm.ts'
import { currentPath, navigate } from '../../shared/router.tsx'
import { Button } from '../../shared/ui/forms/Button.tsx'
import { FormFailure } from '../../shared/ui/forms/FormFailure.tsx'
import { EmailField } from './EmailField.tsx'
import { SessionFrame } from './SessionFrame.tsx'
import { TextLink } from './TextLink.tsx'

const RECOVERY_PATH = '/auth/recuperar_contraseña'

/** spec §2: requests a recovery code by e-mail. */
export function RecoveryPage() {
  const { form, errors, failure, isBusy } = useCheckedForm({
    fields: ['email'],
    check: (values) => fieldErrors(RecoveryRequest, values),
    send: async (values) => {
      const { email } = z.parse(RecoveryRequest, values)
      await callApi('requestRecovery', { email })
      if (currentPath() !== RECOVERY_PATH) return // the parent has left the page meanwhile
      navigate(`/auth/cambiar_contraseña?email=${encodeURIComponent(email)}`)
    },
  })
  return (
    <SessionFrame
      title="Recuperar contraseña"
      lead="Te enviaremos un código para crear una contraseña nueva."
    >
      <form {...form} className="mt-8">
        <EmailField error={errors.email} />
        <div className="mt-6">
          {failure && (
            <FormFailure message={failure.message || 'Error al procesar la solicitud'} error={failure} />
          )}
          <Button type="submit" busyLabel={isBusy && 'Enviando'}>
            Enviar código
          </Button>
        </div>
      </form>
      <p className="mt-3 text-center">
        <TextLink href="/login">Volver a iniciar sesión</TextLink>
      </p>
    </SessionFrame>
  )
}
