import { type ReactNode, useState } from 'react'
import { ApiError, callApi } from '../../shared/api/api.ts'
import { focusField, useCheckedForm } from '../../shared/forms/checkedForm.ts'
import { dispatch, getSession, useSession } from '../../shared/session/store.ts'
import { Button } from '../../shared/ui/forms/Button.tsx'
import { Field } from '../../shared/ui/forms/Field.tsx'
import { FormFailure } from '../../shared/ui/forms/FormFailure.tsx'
import { NewPasswordField } from '../../shared/ui/forms/NewPasswordField.tsx'
import { showToast } from '../../shared/ui/notices/toast.ts'
import {
  checkPasswords,
  failureMessage,
  isAboutCurrentPassword,
  type PasswordValues,
  passwordFieldNames,
  useLiveErrors,
  WRONG_CURRENT_PASSWORD,
} from './passwordChange.ts'

/** Sends the change and returns the server's message. It calls `onWrongCurrent` if the current password is wrong. */
async function changePassword(
  { current_password, new_password }: PasswordValues,
  form: HTMLFormElement,
  onWrongCurrent: () => void,
) {
  try {
    const { message } = await callApi('changePassword', { current_password, new_password })
    return message
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!form.isConnected)
      showToast('error', failureMessage(error)) // the parent has closed the form during the call
    else if (isAboutCurrentPassword(error)) {
      onWrongCurrent()
      focusField(form, 'current_password')
    }
    throw error
  }
}

type Props = {
  /** Receives the server's message once the password is changed. */
  onChanged: (message: string) => void
  /** The initial text of the field 'Contraseña actual'; empty by default. */
  current?: string | undefined
  /** The help text of the field 'Contraseña actual'. */
  currentHelp?: string
  /** Content under the button. */
  children?: ReactNode
}

/** The form to change the password, in the settings and in the forced change (spec §4, §5). */
export function ChangePasswordForm({ onChanged, current = '', currentHelp, children }: Props) {
  const { errorOf, isValid, watch } = useLiveErrors(current)
  const [isCurrentWrong, setCurrentWrong] = useState(false)
  const { form, failure, isBusy } = useCheckedForm({
    fields: passwordFieldNames,
    check: checkPasswords,
    send: async (values, element) => {
      const { auth_token } = getSession()
      onChanged(await changePassword(values, element, () => setCurrentWrong(true)))
      if (getSession().auth_token === auth_token) dispatch({ type: 'passwordChanged' })
    },
  })
  return (
    <form {...form} {...watch} className="flex flex-1 flex-col">
      <AccountName />
      <div className="grid gap-5 pb-6">
        <Field
          label="Contraseña actual"
          type="password"
          name="current_password"
          defaultValue={current}
          help={currentHelp}
          error={errorOf('current_password') ?? (isCurrentWrong ? WRONG_CURRENT_PASSWORD : undefined)}
          onInput={() => setCurrentWrong(false)}
          autoComplete="current-password"
        />
        <NewPasswordField error={errorOf('new_password')} />
        <Field
          label="Confirmar contraseña"
          type="password"
          name="confirmation"
          error={errorOf('confirmation')}
          autoComplete="new-password"
        />
      </div>
      {/* The foot of the sheet is within the form, as it has the submit button. */}
      <div className="low:static mx-[-1.25rem] mt-auto mb-[calc(-1*(--spacing(6)+var(--safe-bottom)))] grid gap-1 border-line border-t bg-raised px-5 pt-3 pb-[calc(--spacing(3)+var(--safe-bottom))] @min-[17rem]:sticky @min-[17rem]:bottom-0">
        {failure && !isAboutCurrentPassword(failure) && (
          <FormFailure message={failureMessage(failure)} error={failure} />
        )}
        <Button type="submit" disabled={!isValid} busyLabel={isBusy && 'Cambiando'}>
          Cambiar contraseña
        </Button>
        {children}
      </div>
    </form>
  )
}

/** Gives password managers the user name of the password. */
function AccountName() {
  const { profile } = useSession()
  return <input hidden={true} readOnly={true} autoComplete="username" value={profile?.email ?? ''} />
}
