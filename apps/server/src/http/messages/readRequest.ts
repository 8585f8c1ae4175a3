import type { Call } from '@apoderados/contract/calls/call'
import { serverMessages } from '@apoderados/contract/messages'
import { NoRequest } from '@apoderados/contract/values/primitives'
import type { FastifyRequest } from 'fastify'
import { parse as secureJsonParse } from 'secure-json-parse'
import { limits } from '../../config.ts'
import { HttpError } from '../errors.ts'

/** True for a call with fields in its body. Any other call accepts an empty body and an empty object. */
export const hasBodyFields = (call: Call) => call.method !== 'GET' && call.request !== NoRequest

/** Parses the body in place. @throws {HttpError} 400 for defects of body, query or path that no schema describes */
export function readRequest(request: FastifyRequest, call: Call): void {
  request.body = parseBody(request.body)
  const parts = [request.body, request.query, request.params]
  if (parts.some((part) => isHostile(part, limits.bodyDepth)))
    throw new HttpError(400, serverMessages.badRequest)
  if (!hasBodyFields(call)) refuseBody(request.body)
}

/** Replaces Fastify's parser, so that a malformed body is reported only after a missing session (spec §7). */
function parseBody(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return {}
  try {
    return secureJsonParse(text)
  } catch {
    throw new HttpError(400, serverMessages.badRequest)
  }
}

const isHostileText = (text: string) => text.includes('\0') || !text.isWellFormed()

/** True for NUL and lone surrogates, which PostgreSQL cannot store, and for nesting that no call needs (R21, R23). */
function isHostile(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isHostileText(value)
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  return Object.entries(value).some(([key, item]) => isHostileText(key) || isHostile(item, depth - 1))
}

function refuseBody(body: unknown): void {
  const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0
  if (!isEmpty) throw new HttpError(400, serverMessages.unknownField)
}

const asFields = (part: unknown) => (typeof part === 'object' ? part : {})

/** Returns the fields of a call from query, body and path together. */
export const fieldsOf = ({ query, body, params }: FastifyRequest) => ({
  ...asFields(query),
  ...asFields(body),
  ...asFields(params),
})
