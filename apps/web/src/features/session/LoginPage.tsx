import { type SubmitEvent, useRef, useState } from 'react'
import { config } from '../../config.ts'
import { ApiError, callApi } from '../../shared/api.ts'
import { Link } from '../../shared/router.tsx'
import { dispatch } from '../../shared/session/store.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { Logo } from '../../shared/ui/Logo.tsx'
import { PageHeading } from '../../shared/ui/PageHeading.tsx'
import { LoginFoot, LoginPanel } from './LoginArches.tsx'
import { LoginFailure } from './LoginFailure.tsx'
import { checkLogin, type LoginErrors, loginFailureMessage } from './loginRules.ts'

export function LoginPage() {
  return (
    <main className="login">
      <div className="flex min-h-dvh min-w-0 flex-1 flex-col">
        <div className="mx-auto w-full max-w-119 flex-1 px-6 pt-16 lg:flex lg:max-w-107 lg:flex-col lg:justify-center">
          <p className="flex items-center gap-3 font-bold text-h2 tracking-title lg:text-h3">
            <Logo className="size-10" />
            Apoderados
          </p>
          <PageHeading title="Ingresar" className="mt-11">
            Ingresa a tu cuenta
          </PageHeading>
          <p className="mt-2 text-body text-text-2">Con el correo que registraste en el colegio.</p>
          <LoginForm />
        </div>
        <LoginFoot />
        <p className="hidden pb-7 text-center text-caption text-text-2 lg:block">
          Versión {config.appVersion}
        </p>
      </div>
      <LoginPanel />
    </main>
  )
}

const valuesOf = (form: HTMLFormElement) => {
  const data = new FormData(form)
  return { email: String(data.get('email')), password: String(data.get('password')) }
}

function LoginForm() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<LoginErrors>()
  const [failure, setFailure] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const values = valuesOf(event.currentTarget)
    const found = checkLogin(values)
    setErrors(found)
    setFailure(undefined)
    const [firstWrong] = Object.keys(found)
    if (firstWrong) return focusField(event.currentTarget, firstWrong)
    setBusy(true)
    try {
      // The guard sends whoever is signed in on to the page they wanted.
      dispatch({ type: 'signedIn', answer: await callApi('login', values) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  // spec §5: once a submit has shown what is wrong, the messages follow what is typed.
  const recheck = () => errors && form.current && setErrors(checkLogin(valuesOf(form.current)))

  return (
    <form ref={form} noValidate={true} onSubmit={submit} onInput={recheck} className="mt-8">
      <div className="grid gap-5">
        <Field
          label="Correo electrónico"
          type="email"
          name="email"
          error={errors?.email}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          label="Contraseña"
          type="password"
          name="password"
          error={errors?.password}
          autoComplete="current-password"
        />
      </div>
      <p className="mt-1.5 mb-3 text-right">
        <Link
          href="/auth/recuperar_contraseña"
          className="inline-flex min-h-(--touch) items-center rounded-sm font-semibold text-accent-text text-small"
        >
          ¿Olvidaste tu contraseña?
        </Link>
      </p>
      {failure && (
        <div className="mb-4">
          <LoginFailure message={loginFailureMessage(failure)} error={failure} />
        </div>
      )}
      <Button type="submit" busyLabel={isBusy && 'Ingresando'}>
        Ingresar
      </Button>
    </form>
  )
}

function focusField(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
