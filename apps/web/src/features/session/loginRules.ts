import { messages } from '@apoderados/contract/messages'
import type { ApiError } from '../../shared/api/api.ts'

/** spec §8: the server's message; a refusal without one is about the credentials. */
export function loginFailureMessage({ message, code, isJson, status = 0 }: ApiError): string {
  if (message) return message
  if (code === 'bad_response' && isJson) return messages.badServerAnswer
  return status >= 400 && status < 500 ? messages.invalidCredentials : messages.serviceError
}
