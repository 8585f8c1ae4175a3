import { serverMessages } from '@apoderados/contract/messages'
import type { FastifyRequest } from 'fastify'
import { limits } from '../../config.ts'
import { HttpError } from '../errors.ts'

const isMalformedText = (text: string) => text.includes('\0') || !text.isWellFormed()

/** True for NUL and lone surrogates, which PostgreSQL cannot store, and for nesting that no call needs (R21, R23). */
function isMalformed(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isMalformedText(value)
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  return Object.entries(value).some(([key, item]) => isMalformedText(key) || isMalformed(item, depth - 1))
}

/** Returns the error of an invalid request, which is answered 400; undefined for a valid one. */
export function findRequestError(request: FastifyRequest): Error | undefined {
  const { body, query, params, routeOptions, validationError } = request
  if ([body, query, params].some((part) => isMalformed(part, limits.bodyDepth)))
    return new HttpError(400, serverMessages.badRequest)
  // A call without fields in its body has no schema for it.
  if (!routeOptions.schema?.body && Object.keys(body as object).length > 0)
    return new HttpError(400, serverMessages.unknownField)
  return validationError
}

const asFields = (part: unknown) => (typeof part === 'object' ? part : {})

/** Returns the fields of a call from query, body and path together. */
export const fieldsOf = ({ query, body, params }: FastifyRequest) => ({
  ...asFields(query),
  ...asFields(body),
  ...asFields(params),
})
