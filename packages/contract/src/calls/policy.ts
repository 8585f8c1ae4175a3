import type { CallName, RequestOf } from './api.ts'

/** The server answers 429 after `max` calls in an hour. `name` identifies the limit in the log and the metrics. */
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
  /** The server answers this call even when the limit of concurrent calls is reached. */
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

const QUERY = { cost: 'query' } as const satisfies Policy
const HASH = { cost: 'hash' } as const satisfies Policy
/** Sign-outs have their own limit: a rejected sign-out would leave a session open on a shared phone. */
const SIGN_OUT = { cost: 'sign-out' } as const satisfies Policy

/** Clears photos that the browser cached during the ended session. */
const CLEAR_CACHE = { 'clear-site-data': '"cache"' }
/** The native apps load pictures from another origin; a browser revalidates its cached copy (R27). */
const REVALIDATED_IMAGE = {
  'cache-control': 'private, no-cache',
  'cross-origin-resource-policy': 'cross-origin',
}

/** A calendar program revalidates its cached copy; search engines must not list the secret address. */
const REVALIDATED_CALENDAR = { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }

/**
 * The policy of each call in the table (api.ts). Only the server imports this file, so that the web app stays small.
 */
export const policies = {
  login: { ...HASH, metric: 'sign_ins' },
  getProfile: QUERY,
  logout: { ...SIGN_OUT, isNeverShed: true }, // the answer is always 200 (spec §7)
  requestRecovery: QUERY,
  confirmRecovery: HASH,
  validateRecovery: QUERY,
  changePasswordWithToken: HASH,
  changePassword: HASH,
  savePushToken: QUERY,
  deletePushToken: QUERY,
  countDiaryEvents: QUERY,
  getDiaryEvents: QUERY,
  getUpcomingEvents: QUERY,
  getFamilyOverview: QUERY,
  getNews: QUERY,
  markNewsRead: QUERY,
  getNotificationSettings: QUERY,
  saveNotificationSettings: QUERY,
  sendTestNotification: {
    ...QUERY,
    hourlyLimits: [{ name: 'test notifications', per: 'parent', max: 20 }],
  },
  getCalendar: QUERY,
  getCalendarDays: QUERY,
  getSubPeriods: QUERY,
  getPeriodQualifications: QUERY,
  getPeriodQualificationsBySubject: QUERY,
  getPeriodMarks: QUERY,
  getObservations: QUERY,
  getArrears: QUERY,
  getAttendanceDays: QUERY,
  getClassmates: {
    ...QUERY,
    hourlyLimits: [{ name: 'classmates', per: 'parent', max: 600 }],
    audit: ({ student_id }) => ({ action: 'contacts_read', student_id }),
  },
  endSession: { ...SIGN_OUT, headers: CLEAR_CACHE },
  revokeSession: { ...SIGN_OUT, headers: CLEAR_CACHE },
  getDocument: {
    ...QUERY,
    hourlyLimits: [{ name: 'documents', per: 'parent', max: 600 }],
    isDownload: true,
    audit: ({ id }) => ({ action: 'document_read', detail: { document_id: id } }),
  },
  getCalendarFeed: QUERY,
  createCalendarFeed: { ...QUERY, hourlyLimits: [{ name: 'calendar feeds', per: 'parent', max: 20 }] },
  revokeCalendarFeed: QUERY,
  getCalendarFile: {
    ...QUERY,
    headers: REVALIDATED_CALENDAR,
    // Calendar services read the feeds of many families from few addresses.
    hourlyLimits: [
      { name: 'calendar', per: 'secret', max: 60 },
      { name: 'calendar', per: 'address', max: 6000 },
    ],
  },
  endDigest: {
    ...QUERY,
    ignoresForm: true,
    // Mail services send the calls of many families from few addresses.
    hourlyLimits: [{ name: 'digest', per: 'address', max: 6000 }],
  },
  getPhoto: { ...QUERY, headers: REVALIDATED_IMAGE },
  reportClientError: {
    ...QUERY,
    // The log gets one line for each report.
    hourlyLimits: [
      { name: 'reports', per: 'address', max: 20 },
      { name: 'reports', per: 'process', max: 300 },
    ],
    metric: 'client_errors',
  },
} as const satisfies { [N in CallName]: Policy<RequestOf<N>> }
