import { ChangePasswordRequest } from '@apoderados/contract/session'
import { type FocusEvent, type SyntheticEvent, useState } from 'react'
import type { ApiError } from '../../shared/api/api.ts'
import { type FieldErrors, fieldErrors, type Values, valuesOf } from '../../shared/forms/checkedForm.ts'
import { confirmationError } from '../../shared/forms/passwordRules.ts'

export const passwordFieldNames = ['current_password', 'new_password', 'confirmation'] as const
type FieldName = (typeof passwordFieldNames)[number]
export type PasswordValues = Values<FieldName>
type FormFocusEvent = FocusEvent<HTMLFormElement, Element>

/** The errors of the fields, by the rules of spec §5. */
export const checkPasswords = ({ confirmation, ...request }: PasswordValues): FieldErrors<FieldName> => ({
  ...fieldErrors(ChangePasswordRequest, request),
  confirmation: confirmationError(request.new_password, confirmation),
})

export const isAboutCurrentPassword = ({ message }: ApiError): boolean =>
  message.includes('actual incorrecta')

/** This text and the other one in `failureMessage` are from spec §8. */
export const WRONG_CURRENT_PASSWORD = 'La contraseña actual es incorrecta'
export const failureMessage = (failure: ApiError): string =>
  isAboutCurrentPassword(failure)
    ? WRONG_CURRENT_PASSWORD
    : failure.message || 'Error al cambiar la contraseña'

/** The fields whose errors may now be shown: on blur the field that was left, on focus all above the focused one. */
function passedFields({ type, target, relatedTarget }: FormFocusEvent): readonly FieldName[] {
  const names: readonly string[] = passwordFieldNames
  const index = target instanceof HTMLInputElement ? names.indexOf(target.name) : -1
  if (type === 'focus') return passwordFieldNames.slice(0, Math.max(0, index))
  // A tap on a button that shows the password or signs out must not report an empty field as wrong.
  const isGivenUp = target.value !== '' || !(relatedTarget instanceof HTMLButtonElement)
  return isGivenUp ? passwordFieldNames.slice(index, index + 1) : []
}

/**
 * The errors of the password form while the parent types. The button is disabled until all fields are valid, so the
 * errors cannot wait for the submit: each appears once its field is left. That of the confirmation appears earlier, as
 * soon as the new password does not begin with it. `current_password` is the initial value of its field.
 */
export function useLiveErrors(current_password: string) {
  const [values, setValues] = useState<PasswordValues>({
    current_password,
    new_password: '',
    confirmation: '',
  })
  const [left, setLeft] = useState<readonly FieldName[]>([])
  const errors = checkPasswords(values)
  const isAstray = values.confirmation !== '' && !values.new_password.startsWith(values.confirmation)
  const errorOf = (field: FieldName) =>
    left.includes(field) || (field === 'confirmation' && isAstray) ? errors[field] : undefined
  const read = ({ currentTarget }: SyntheticEvent<HTMLFormElement>) =>
    setValues(valuesOf(currentTarget, passwordFieldNames))
  const onFocusMove = (event: FormFocusEvent) => {
    read(event) // a password manager may fill in fields without an input event
    const names = passedFields(event)
    setLeft((before) => [...before, ...names.filter((name) => !before.includes(name))])
  }
  return {
    errorOf,
    isValid: passwordFieldNames.every((field) => errors[field] === undefined),
    watch: { onInput: read, onFocus: onFocusMove, onBlur: onFocusMove }, // spread on the <form>
  }
}
