import { ChangePasswordRequest } from '@apoderados/contract/session'
import { type FocusEvent, type SyntheticEvent, useState } from 'react'
import type { ApiError } from '../../shared/api/api.ts'
import { type FieldErrors, fieldErrors, type Values, valuesOf } from '../../shared/forms/checkedForm.ts'
import { confirmationError } from '../../shared/forms/passwordRules.ts'

export const passwordFields = ['current_password', 'new_password', 'confirmation'] as const
type FieldName = (typeof passwordFields)[number]
const fieldNames: readonly string[] = passwordFields
export type PasswordValues = Values<FieldName>

/** The errors of the fields, by the rules of spec §5. */
export const checkPasswords = ({ confirmation, ...request }: PasswordValues): FieldErrors<FieldName> => ({
  ...fieldErrors(ChangePasswordRequest, request),
  confirmation: confirmationError(request.new_password, confirmation),
})

export const isAboutCurrent = ({ message }: ApiError): boolean => message.includes('actual incorrecta')

/** This text and the default in `failureMessage` are from spec §8. */
export const WRONG_CURRENT = 'La contraseña actual es incorrecta'
export const failureMessage = (failure: ApiError): string =>
  isAboutCurrent(failure) ? WRONG_CURRENT : failure.message || 'Error al cambiar la contraseña'

/** The fields whose errors may be shown: on blur the field that was left, on focus all fields above the focused one. */
function fieldsPassed({
  type,
  target,
  relatedTarget,
}: FocusEvent<HTMLFormElement, Element>): readonly FieldName[] {
  const index = target instanceof HTMLInputElement ? fieldNames.indexOf(target.name) : -1
  if (type === 'focus') return passwordFields.slice(0, Math.max(0, index))
  // A tap on a button that shows the password or signs out must not report an empty field as wrong.
  const isGivenUp = target.value !== '' || !(relatedTarget instanceof HTMLButtonElement)
  return isGivenUp ? passwordFields.slice(index, index + 1) : []
}

/**
 * The errors of the password form while the parent types. The button is disabled until all fields are valid, so the
 * errors cannot wait for the submit: each appears once its field is left, and that of a confirmation that differs from
 * the new password at once. `current_password` is the initial value of its field.
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
    setValues(valuesOf(currentTarget, passwordFields))
  const onFocusMove = (event: FocusEvent<HTMLFormElement, Element>) => {
    read(event) // a password manager may fill in fields without an input event
    const names = fieldsPassed(event)
    setLeft((before) => [...before, ...names.filter((name) => !before.includes(name))])
  }
  return {
    errorOf,
    isValid: passwordFields.every((field) => errors[field] === undefined),
    watch: { onInput: read, onFocus: onFocusMove, onBlur: onFocusMove }, // spread on the <form>
  }
}
