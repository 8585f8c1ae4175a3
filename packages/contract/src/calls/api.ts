import type * as z from 'zod/mini'
import { CalendarFileRequest } from '../calendar/calendarFeed.ts'
import { CLIENT_ERRORS_PATH, ClientErrorReport } from '../clientErrors.ts'
import { FolioPageRequest, NewFolioPageRequest } from '../documents.ts'
import { EndDigestRequest } from '../notifications.ts'
import { PhotoRequest } from '../photos.ts'
import { ChangePasswordWithTokenRequest, RecoveryValidateRequest } from '../session.ts'
import { Confirmation } from '../values/primitives.ts'
import { appApi } from './appApi.ts'
import { type Call, get, type Policy, PUBLIC, PUBLIC_WITH_DEVICE, post } from './call.ts'
import { devicesApi } from './devicesApi.ts'
import { lazyApi } from './lazyApi.ts'
import { passkeySignInApi } from './passkeySignInApi.ts'
import { privacyApi } from './privacyApi.ts'
import { signInApi } from './signInApi.ts'

/** A page that no search engine lists, and whose address no other site learns. */
const FOLIO_PAGE = {
  ...PUBLIC,
  hourlyLimits: [{ name: 'folios', per: 'address', max: 600 }],
  headers: {
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
  },
} as const satisfies Policy

/** All calls of the API. Other comments call this object 'the table'. */
export const api = {
  ...signInApi,
  // These two calls are for other clients; the app uses `requestRecovery` and `confirmRecovery`.
  validateRecovery: post(PUBLIC, '/auth/recovery_validate', RecoveryValidateRequest, Confirmation),
  changePasswordWithToken: post(
    { ...PUBLIC_WITH_DEVICE, concurrencyPool: 'hash' },
    '/auth/change_password_with_token',
    ChangePasswordWithTokenRequest,
    Confirmation,
  ),
  ...appApi,
  ...lazyApi,
  ...devicesApi,
  ...passkeySignInApi,
  ...privacyApi,

  // The calls from here on are additions to the calls of the specification; no code of the app makes them by this table.
  // The signature in the link replaces the session token, because an `<img>` cannot send one. The headers let the
  // native apps load photos from another origin, and make a browser revalidate its cached copy (R27).
  getPhoto: get(
    {
      ...PUBLIC,
      headers: { 'cache-control': 'private, no-cache', 'cross-origin-resource-policy': 'cross-origin' },
    },
    '/photos/:id',
    PhotoRequest,
    'file',
  ),
  // Mail programs send this for a parent without a session (RFC 8058), and mail services for many families.
  endDigest: post(
    {
      ...PUBLIC,
      hourlyLimits: [{ name: 'digest', per: 'address', max: 6000 }],
      ignoresForm: true,
    },
    '/notifications/digest/:parent/:signature',
    EndDigestRequest,
    Confirmation,
  ),
  // The secret in the address replaces the session token, because a calendar program has none. Calendar services read
  // the feeds of many families from few addresses. The headers make a calendar program revalidate its cached copy, and
  // keep the secret address out of search engines.
  getCalendarFile: get(
    {
      ...PUBLIC,
      forCalendarPrograms: true,
      hourlyLimits: [
        { name: 'calendar', per: 'secret', max: 60 },
        { name: 'calendar', per: 'address', max: 6000 },
      ],
      headers: {
        'cache-control': 'private, no-cache',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      },
    },
    '/calendar/:secret.ics',
    CalendarFileRequest,
    'file',
  ),
  // HTML pages for anybody who holds a document with folio: they work without script and set no cookie.
  getFolioForm: get(FOLIO_PAGE, '/folio', NewFolioPageRequest, 'file'),
  checkFolio: get(FOLIO_PAGE, '/folio/:folio', FolioPageRequest, 'file'),
  // Pages before the sign-in report errors too; the report identifies no one. Each report writes one line to the log.
  reportClientError: post(
    {
      ...PUBLIC,
      hourlyLimits: [
        { name: 'reports', per: 'address', max: 10 },
        { name: 'reports', per: 'process', max: 3000 },
      ],
      metric: 'client_errors',
    },
    CLIENT_ERRORS_PATH,
    ClientErrorReport,
    Confirmation,
  ),
} satisfies Record<string, Call>

export type Api = typeof api
export type CallName = keyof Api
export type SignInCallName = keyof typeof signInApi
type NamesOf<Shape> = { [N in CallName]: Api[N] extends Shape ? N : never }[CallName]
export type JsonCallName = Exclude<CallName, NamesOf<{ response: 'file' }>>
/** The names of the calls that read a parent's data as JSON. */
export type ReadCallName = Extract<JsonCallName, NamesOf<{ method: 'GET'; needsSession: true }>>
/** The reading calls of the app's pages and frame, with the profile. */
export type PageReadCallName = Extract<ReadCallName, keyof typeof appApi | SignInCallName>

/** The response to a reading call, or null if the call is an addition that the server lacks. */
export type ReadResponseOf<N extends ReadCallName> =
  | ResponseOf<N>
  | (N extends NamesOf<{ isAddition: true }> ? null : never)

export type RequestOf<N extends CallName> = z.output<Api[N]['request']>

/** The bytes and the content type of the response to a file call. A large file is streamed in parts. */
export type FileResponse = {
  content_type: string
  body: Uint8Array | { size?: number; parts: AsyncIterable<Uint8Array> }
  /** The file name that a browser uses for a download. */
  file_name?: string
  /** 404 for a page that says that there is no such thing; 200 by default. */
  status?: 404
  /** Headers of this response; they replace those of the call's policy. */
  headers?: Readonly<Record<string, string>>
  /** Set if a browser may cache the file; the browser then revalidates its copy with this value. */
  etag?: string
}
export type ResponseOf<N extends CallName> = Api[N]['response'] extends infer R
  ? R extends z.ZodMiniType
    ? z.output<R>
    : FileResponse
  : never
