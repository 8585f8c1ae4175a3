import { messages } from '@apoderados/contract/messages'
import { LoginRequest } from '@apoderados/contract/session'
import * as z from 'zod/mini'
import type { ApiError } from '../../shared/api.ts'

export type LoginErrors = { email?: string; password?: string }

/** What is wrong with each field, in the contract's words (spec §5). Empty when nothing is. */
export function checkLogin(values: unknown): LoginErrors {
  const errors: LoginErrors = {}
  for (const { path, message } of z.safeParse(LoginRequest, values).error?.issues ?? []) {
    const [field] = path
    if (field === 'email' || field === 'password') errors[field] ??= message
  }
  return errors
}

/** spec §8: the server's own words first; a refusal without words is about the credentials. */
export function loginFailureMessage({ message, status = 0 }: ApiError): string {
  if (message) return message
  return status >= 400 && status < 500 ? messages.invalidCredentials : messages.serviceError
}
