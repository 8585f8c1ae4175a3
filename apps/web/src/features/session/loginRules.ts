import { messages } from '@apoderados/contract/messages'
import type { ApiError } from '../../shared/api/api.ts'

/** The text for a failed sign-in: the server's message; without one, a status 4xx means wrong credentials (spec §8). */
export function loginFailureMessage({ message, code, isJson, status = 0 }: ApiError): string {
  if (message) return message
  if (code === 'bad_response' && isJson) return messages.badServerAnswer
  return status >= 400 && status < 500 ? messages.invalidCredentials : messages.serviceError
}
