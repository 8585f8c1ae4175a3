import { win32 } from 'node:path'
import { Readable } from 'node:stream'
import type { FileResponse } from '@apoderados/contract/calls/api'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { loggedError } from '../errors.ts'
import { hasVersion } from './etag.ts'

const INVISIBLE_CHARACTERS = /[\p{C}\p{Zl}\p{Zp}]/gu

/** Answers an API call with the bytes of a file, or with 304 if the browser has them. */
export function sendFile(
  reply: FastifyReply,
  { content_type, body, file_name, etag, status, headers }: FileResponse,
) {
  if (etag !== undefined) {
    reply.header('etag', etag)
    if (hasVersion(reply.request, etag)) return reply.code(304).send()
  }
  // Removes folders and invisible characters from the imported name (R27).
  const savedName = win32.basename(file_name ?? '').replace(INVISIBLE_CHARACTERS, '')
  if (file_name) reply.header('content-disposition', contentDisposition(savedName || 'documento'))
  if (status) reply.code(status)
  reply.headers(headers ?? {})
  reply.type(content_type).serializer((bytes: Buffer) => bytes as unknown as string)
  if (body instanceof Uint8Array) return reply.send(body)
  const stream = Readable.from(body.parts, { objectMode: false })
  // The headers are already sent, so an error can only end the connection.
  stream.once('error', (error) => reply.log.error(loggedError(error, false), 'request failed'))
  if (body.size !== undefined) reply.header('content-length', body.size)
  return reply.send(stream)
}
