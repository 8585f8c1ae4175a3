import type { CallName, RequestOf } from './api.ts'

/** More than `max` calls in an hour per parent, address, process or secret get 429. Log and metrics show the `name`. */
export type HourlyLimit = {
  name:
    | 'classmates'
    | 'documents'
    | 'reports'
    | 'test notifications'
    | 'calendar feeds'
    | 'calendar'
    | 'digest'
  per: 'parent' | 'address' | 'process' | 'secret'
  max: number
}

/** The audit entry that the server writes before it answers a read. It contains only ids (R30). */
type AuditedRead = {
  action: 'contacts_read' | 'document_read'
  student_id?: number
  detail?: Record<string, string>
}

/** The rules that the server applies to a call besides running its handler. */
export type Policy<Request = never> = {
  /** The limit of concurrent calls that the call counts against, in the server and in nginx (P8). */
  cost: 'query' | 'hash' | 'sign-out'
  /** The server accepts this call even when the limit of concurrent calls of its `cost` is reached. */
  isNeverShed?: true
  hourlyLimits?: readonly HourlyLimit[]
  /** The call counts as an active download until its last byte is sent. */
  isDownload?: true
  audit?: (request: Request) => AuditedRead
  /** Headers of a successful answer; they add to, or replace, the headers that every call sends. */
  headers?: Readonly<Record<string, string>>
  /** The call also accepts a form as its body, and ignores it (RFC 8058). */
  ignoresForm?: true
  /** The metric that counts the answers to this call alone. */
  metric?: 'sign_ins' | 'client_errors'
}

const QUERY_COST = { cost: 'query' } as const satisfies Policy
const HASH_COST = { cost: 'hash' } as const satisfies Policy
/** Sign-outs have their own limit: a rejected sign-out would leave a session open on a shared phone. */
const SIGN_OUT_COST = { cost: 'sign-out' } as const satisfies Policy

/** Makes the browser clear its cache, which contains photos of the ended session. */
const CLEAR_CACHE = { 'clear-site-data': '"cache"' }
/** Lets the native apps load photos from another origin, and makes a browser revalidate its cached copy (R27). */
const REVALIDATED_IMAGE = {
  'cache-control': 'private, no-cache',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Makes a calendar program revalidate its cached copy, and keeps the secret address out of search engines. */
const REVALIDATED_CALENDAR = { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }

/** The policy of each call in the table (api.ts). The web app does not import this file, so that it stays small. */
export const policies = {
  login: { ...HASH_COST, metric: 'sign_ins' },
  getProfile: QUERY_COST,
  logout: { ...SIGN_OUT_COST, isNeverShed: true }, // the answer is always 200 (spec §7)
  requestRecovery: QUERY_COST,
  confirmRecovery: HASH_COST,
  validateRecovery: QUERY_COST,
  changePasswordWithToken: HASH_COST,
  changePassword: HASH_COST,
  savePushToken: QUERY_COST,
  deletePushToken: QUERY_COST,
  countDiaryEvents: QUERY_COST,
  getDiaryEvents: QUERY_COST,
  getUpcomingEvents: QUERY_COST,
  getFamilyOverview: QUERY_COST,
  getNews: QUERY_COST,
  markNewsRead: QUERY_COST,
  getNotificationSettings: QUERY_COST,
  saveNotificationSettings: QUERY_COST,
  sendTestNotification: {
    ...QUERY_COST,
    hourlyLimits: [{ name: 'test notifications', per: 'parent', max: 20 }],
  },
  getCalendar: QUERY_COST,
  getCalendarDays: QUERY_COST,
  getSubPeriods: QUERY_COST,
  getPeriodQualifications: QUERY_COST,
  getPeriodQualificationsBySubject: QUERY_COST,
  getPeriodMarks: QUERY_COST,
  getObservations: QUERY_COST,
  getArrears: QUERY_COST,
  getAttendanceDays: QUERY_COST,
  getClassmates: {
    ...QUERY_COST,
    hourlyLimits: [{ name: 'classmates', per: 'parent', max: 600 }],
    audit: ({ student_id }) => ({ action: 'contacts_read', student_id }),
  },
  endSession: { ...SIGN_OUT_COST, headers: CLEAR_CACHE },
  revokeSession: { ...SIGN_OUT_COST, headers: CLEAR_CACHE },
  getDocument: {
    ...QUERY_COST,
    hourlyLimits: [{ name: 'documents', per: 'parent', max: 600 }],
    isDownload: true,
    audit: ({ id }) => ({ action: 'document_read', detail: { document_id: id } }),
  },
  getCalendarFeed: QUERY_COST,
  createCalendarFeed: { ...QUERY_COST, hourlyLimits: [{ name: 'calendar feeds', per: 'parent', max: 20 }] },
  revokeCalendarFeed: QUERY_COST,
  getCalendarFile: {
    ...QUERY_COST,
    headers: REVALIDATED_CALENDAR,
    // Calendar services read the feeds of many families from few addresses.
    hourlyLimits: [
      { name: 'calendar', per: 'secret', max: 60 },
      { name: 'calendar', per: 'address', max: 6000 },
    ],
  },
  endDigest: {
    ...QUERY_COST,
    ignoresForm: true,
    // Mail services send the calls of many families from few addresses.
    hourlyLimits: [{ name: 'digest', per: 'address', max: 6000 }],
  },
  getPhoto: { ...QUERY_COST, headers: REVALIDATED_IMAGE },
  reportClientError: {
    ...QUERY_COST,
    // The limits keep the log small, as each report writes one line to it.
    hourlyLimits: [
      { name: 'reports', per: 'address', max: 20 },
      { name: 'reports', per: 'process', max: 300 },
    ],
    metric: 'client_errors',
  },
} as const satisfies { [N in CallName]: Policy<RequestOf<N>> }
