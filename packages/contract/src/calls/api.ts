import type * as z from 'zod/mini'
import { CalendarFileRequest } from '../calendar/calendarFeed.ts'
import { CLIENT_ERRORS_PATH, ClientErrorReport } from '../clientErrors.ts'
import { EndDigestRequest } from '../notifications.ts'
import { PhotoRequest } from '../photos.ts'
import { ChangePasswordWithTokenRequest, RecoveryValidateRequest } from '../session.ts'
import { Confirmation } from '../values/primitives.ts'
import { appApi } from './appApi.ts'
import { calendarFeedApi } from './calendarFeedApi.ts'
import { type Call, get, PUBLIC, PUBLIC_WITH_DEVICE, post } from './call.ts'
import { newsApi } from './newsApi.ts'
import { notificationsApi } from './notificationsApi.ts'
import { sessionApi } from './sessionApi.ts'

/** All calls of the API. Other comments call this object 'the table'. */
export const api = {
  ...sessionApi,
  // These two calls are for other clients; the app uses `requestRecovery` and `confirmRecovery`.
  validateRecovery: post(PUBLIC, '/auth/recovery_validate', RecoveryValidateRequest, Confirmation),
  changePasswordWithToken: post(
    PUBLIC_WITH_DEVICE,
    '/auth/change_password_with_token',
    ChangePasswordWithTokenRequest,
    Confirmation,
  ),
  ...appApi,
  ...newsApi,
  ...notificationsApi,
  ...calendarFeedApi,

  // The signature in the link replaces the session token, because an `<img>` cannot send one (R27).
  getPhoto: get(PUBLIC, '/photos/:id', PhotoRequest, 'file'),
  // Mail programs send this for a parent without a session (RFC 8058).
  endDigest: post(PUBLIC, '/notifications/digest/:parent/:signature', EndDigestRequest, Confirmation),
  // The secret in the address replaces the session token, because a calendar program has none.
  getCalendarFile: get(PUBLIC, '/calendar/:secret.ics', CalendarFileRequest, 'file'),
  // Pages before the sign-in report errors too; the report identifies no one.
  reportClientError: post(PUBLIC, CLIENT_ERRORS_PATH, ClientErrorReport, Confirmation),
} satisfies Record<string, Call>

export type Api = typeof api
export type CallName = keyof Api
/** The names of the account's calls; all of them answer JSON. */
export type SessionCallName = keyof typeof sessionApi
/** The names of the calls that read students' data and answer JSON. */
export type ReadCallName = {
  [N in keyof typeof appApi]: Api[N]['response'] extends 'file' ? never : N
}[keyof typeof appApi]
export type JsonCallName =
  | SessionCallName
  | ReadCallName
  | keyof typeof newsApi
  | keyof typeof notificationsApi
  | keyof typeof calendarFeedApi

export type RequestOf<N extends CallName> = z.output<Api[N]['request']>

/** The bytes and the content type that a file call answers. A large file is streamed in parts. */
export type FileAnswer = {
  content_type: string
  body: Uint8Array | { size: number; parts: AsyncIterable<Uint8Array> }
  /** The file name that a browser uses for a download. */
  file_name?: string
  /** Set if a browser may cache the file; the browser then revalidates its copy with this value. */
  etag?: string
}
export type ResponseOf<N extends CallName> = Api[N]['response'] extends infer R
  ? R extends z.ZodMiniType
    ? z.output<R>
    : FileAnswer
  : never
