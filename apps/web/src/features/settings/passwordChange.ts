import { ChangePasswordRequest } from '@apoderados/contract/session'
import { type FocusEvent, type SyntheticEvent, useState } from 'react'
import type { ApiError } from '../../shared/api/api.ts'
import { type FieldErrors, fieldErrors, type Values, valuesOf } from '../../shared/forms/checkedForm.ts'
import { confirmationError } from '../../shared/forms/passwordRules.ts'

export const fields = ['current_password', 'new_password', 'confirmation'] as const
type FieldName = (typeof fields)[number]
const names: readonly string[] = fields
export type PasswordValues = Values<FieldName>

/** spec §5 */
export const check = ({ confirmation, ...request }: PasswordValues): FieldErrors<FieldName> => ({
  ...fieldErrors(ChangePasswordRequest, request),
  confirmation: confirmationError(request.new_password, confirmation),
})

export const isAboutCurrent = ({ message }: ApiError): boolean => message.includes('actual incorrecta')

/** spec §8 */
export const WRONG_CURRENT = 'La contraseña actual es incorrecta'
export const failureMessage = (failure: ApiError): string =>
  isAboutCurrent(failure) ? WRONG_CURRENT : failure.message || 'Error al cambiar la contraseña'

/** The fields whose errors may show now: on blur the field just left, on focus every field above the focused one. */
function passed({ type, target, relatedTarget }: FocusEvent<HTMLFormElement, Element>): readonly FieldName[] {
  const index = target instanceof HTMLInputElement ? names.indexOf(target.name) : -1
  if (type === 'focus') return fields.slice(0, Math.max(0, index))
  // The focus may move from an empty field to a button that shows the password or signs out.
  const isGivenUp = target.value !== '' || !(relatedTarget instanceof HTMLButtonElement)
  return isGivenUp ? fields.slice(index, index + 1) : []
}

/**
 * The button is disabled until all fields are valid, so messages cannot wait for the submit: each appears once its field
 * is left, and a different confirmation is reported at once. `current_password` is the initial value.
 */
export function useLiveErrors(current_password: string) {
  const [values, setValues] = useState<PasswordValues>({
    current_password,
    new_password: '',
    confirmation: '',
  })
  const [left, setLeft] = useState<readonly FieldName[]>([])
  const errors = check(values)
  const isAstray = values.confirmation !== '' && !values.new_password.startsWith(values.confirmation)
  const errorOf = (field: FieldName) =>
    left.includes(field) || (field === 'confirmation' && isAstray) ? errors[field] : undefined
  const read = ({ currentTarget }: SyntheticEvent<HTMLFormElement>) =>
    setValues(valuesOf(currentTarget, fields))
  const onFocusMove = (event: FocusEvent<HTMLFormElement, Element>) => {
    read(event) // a password manager may fill in fields without an input event
    const names = passed(event)
    setLeft((before) => [...before, ...names.filter((name) => !before.includes(name))])
  }
  return {
    errorOf,
    isValid: fields.every((field) => errors[field] === undefined),
    watch: { onInput: read, onFocus: onFocusMove, onBlur: onFocusMove }, // spread on the <form>
  }
}
