import type * as z from 'zod/mini'
import { appApi } from './appApi.ts'
import { type Call, get, PUBLIC, post } from './call.ts'
import { ClientErrorReport } from './clientErrors.ts'
import { PhotoRequest } from './photos.ts'
import { sessionApi } from './sessionApi.ts'
import { Confirmation } from './values/primitives.ts'

/** The table: every call that crosses the network. */
export const api = {
  ...sessionApi,
  ...appApi,

  // Its signed link proves the right, so that an <img> can load it without a Bearer (R27).
  getPhoto: get(PUBLIC, '/photos/:id', PhotoRequest, 'file'),
  // Also from pages before the sign-in; the report identifies no one.
  reportClientError: post(PUBLIC, '/client_errors', ClientErrorReport, Confirmation),
} satisfies Record<string, Call>

export type Api = typeof api
export type CallName = keyof Api
/** The calls of the account; all of them answer JSON. */
export type SessionCallName = keyof typeof sessionApi
/** The reads of a student's data that answer JSON. */
export type ReadCallName = {
  [N in keyof typeof appApi]: Api[N]['response'] extends 'file' ? never : N
}[keyof typeof appApi]
export type JsonCallName = SessionCallName | ReadCallName

export type RequestOf<N extends CallName> = z.output<Api[N]['request']>

/** Bytes with their type, as a file call answers them; those of a large file come in parts. */
export type FileAnswer = {
  content_type: string
  body: Uint8Array | { size: number; parts: AsyncIterable<Uint8Array> }
  /** What a download is to be called. */
  file_name?: string
  /** Of a file that a browser may keep, to ask whether it may show it again. */
  etag?: string
}
export type ResponseOf<N extends CallName> = Api[N]['response'] extends infer R
  ? R extends z.ZodMiniType
    ? z.output<R>
    : FileAnswer
  : never
