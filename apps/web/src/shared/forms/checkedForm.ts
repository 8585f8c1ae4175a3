import { type InputEvent, type SubmitEvent, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '../api/api.ts'

export type Values<F extends string> = Record<F, string>
export type FieldErrors<F extends string> = { [K in F]?: string | undefined }

/** Returns the first error of each invalid field, with the schema's message (spec §5). */
export function fieldErrors<F extends string>(schema: z.ZodMiniType, values: Values<F>): FieldErrors<F> {
  const errors: FieldErrors<F> = {}
  for (const { path, message } of z.safeParse(schema, values).error?.issues ?? []) {
    const [field] = path as F[]
    if (field !== undefined) errors[field] ??= message
  }
  return errors
}

export function valuesOf<F extends string>(form: HTMLFormElement, fields: readonly F[]): Values<F> {
  const data = new FormData(form)
  return Object.fromEntries(fields.map((field) => [field, String(data.get(field) ?? '')])) as Values<F>
}

type FormPlan<F extends string> = {
  /** The names of the fields, in the order of the form. */
  fields: readonly F[]
  check: (values: Values<F>) => FieldErrors<F>
  /** Sends the form; an ApiError that it throws becomes `failure`. */
  send: (values: Values<F>, form: HTMLFormElement) => Promise<void>
}

/**
 * The state of a form whose errors appear at the first submit and are updated with each input from then on; the first
 * invalid field gets the focus (spec §5). While the form is being sent, another submit is ignored.
 */
export function useCheckedForm<F extends string>({ fields, check, send }: FormPlan<F>) {
  const [errors, setErrors] = useState<FieldErrors<F>>()
  const [failure, setFailure] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const values = valuesOf(form, fields)
    const found = check(values)
    setErrors(found)
    setFailure(undefined)
    const firstWrong = fields.find((field) => found[field])
    if (firstWrong) return focusField(form, firstWrong)
    setBusy(true)
    try {
      await send(values, form)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const onInput = ({ currentTarget }: InputEvent<HTMLFormElement>) =>
    errors && setErrors(check(valuesOf(currentTarget, fields)))

  const form = { noValidate: true, onSubmit, onInput } // spread on the <form>
  return { form, errors: errors ?? ({} as FieldErrors<F>), failure, isBusy }
}

export function focusField(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
