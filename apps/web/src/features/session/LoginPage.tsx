import { messages } from '@apoderados/contract/messages'
import { LoginRequest } from '@apoderados/contract/session'
import { useEffect, useRef } from 'react'
import { type ApiError, callApi } from '../../shared/api/api.ts'
import { fieldErrors, useCheckedForm } from '../../shared/forms/checkedForm.ts'
import { rememberSignInPassword } from '../../shared/session/signInPassword.ts'
import { dispatch, isEndedByServer } from '../../shared/session/store.ts'
import { Button } from '../../shared/ui/forms/Button.tsx'
import { Field } from '../../shared/ui/forms/Field.tsx'
import { FormFailure } from '../../shared/ui/forms/FormFailure.tsx'
import { EmailField } from './EmailField.tsx'
import { SessionFrame } from './SessionFrame.tsx'
import { TextLink } from './TextLink.tsx'

export function LoginPage() {
  const { form, errors, failure, isBusy } = useCheckedForm({
    fields: ['email', 'password'],
    check: (values) => fieldErrors(LoginRequest, values),
    send: async (values) => {
      const response = await callApi('login', values)
      if (!response.parent.password_changed) rememberSignInPassword(response.jwt, values.password)
      dispatch({ type: 'signedIn', response }) // the route guard then redirects to the page requested before the sign-in
    },
  })
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => hydrateLoginForm(element.current), [])
  return (
    <SessionFrame
      title="Ingresar"
      heading="Ingresa a tu cuenta"
      lead="Con el correo que registraste en el colegio."
    >
      {isEndedByServer && (
        <p role="alert" className="mt-6 rounded-md bg-sunk px-4 py-3 font-semibold text-small">
          Tu sesión terminó. Ingresa de nuevo para continuar.
        </p>
      )}
      <form {...form} ref={element} method="dialog" className="mt-8">
        <div className="grid gap-5">
          <EmailField error={errors.email} />
          <Field
            label="Contraseña"
            type="password"
            name="password"
            error={errors.password}
            autoComplete="current-password"
          />
        </div>
        <p className="mt-1.5 mb-3 text-right">
          <TextLink href="/auth/recuperar_contraseña">¿Olvidaste tu contraseña?</TextLink>
        </p>
        {failure && <LoginFailure error={failure} />}
        <Button type="submit" busyLabel={isBusy && 'Ingresando'}>
          Ingresar
        </Button>
      </form>
    </SessionFrame>
  )
}

/** The server's message, else the text of spec §8; a status 4xx without a message means wrong credentials. */
function messageOf({ message, code, isJson, status = 0 }: ApiError): string {
  if (message) return message
  if (code === 'bad_response' && isJson) return messages.badServerResponse
  return status >= 400 && status < 500 ? messages.invalidCredentials : messages.serviceError
}

/** The reason why the sign-in failed, with technical details for support (spec §8). */
function LoginFailure({ error }: { error: ApiError }) {
  const details = [
    ['Estado HTTP', error.status ?? '—'],
    ['Código', error.code],
    ['Solicitud', error.requestId ?? '—'],
  ]
  return (
    <FormFailure message={messageOf(error)} error={error}>
      <details className="mt-1 pl-7.5 text-label">
        <summary className="min-h-6 cursor-pointer rounded-sm py-1">Detalle técnico</summary>
        <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
          {details.map(([label, value]) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </FormFailure>
  )
}

/**
 * Repeats the submit and the taps that theme.js recorded on the prerendered form (build/loginPage.ts) before hydration.
 * If theme.js did not load, a submit before hydration sends nothing, because the form has `method="dialog"` (R14).
 */
function hydrateLoginForm(form: HTMLFormElement | null) {
  const served = form?.closest<HTMLElement>('[data-served]')
  if (!served) return
  const isSent = served.dataset.served === 'sent'
  delete served.dataset.served
  for (const button of served.querySelectorAll<HTMLElement>('[data-tapped]')) {
    button.removeAttribute('data-tapped')
    button.click()
  }
  if (isSent) form?.requestSubmit()
}
