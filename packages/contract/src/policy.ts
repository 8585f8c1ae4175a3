import type { CallName, RequestOf } from './api.ts'

/** Beyond `max` calls an hour the answer is 429. `name` identifies the limit in the log and the metrics. */
export type HourlyLimit = {
  name: 'classmates' | 'documents' | 'reports'
  per: 'parent' | 'address' | 'process'
  max: number
}

/** A read that is recorded before it is answered: ids only (R30). */
type AuditedRead = {
  action: 'contacts_read' | 'document_read'
  student_id?: number
  detail?: Record<string, string>
}

/** What the server does for a call besides running its handler. */
export type Policy<Request = never> = {
  /** Which limit of concurrent calls it counts against, in the server and in nginx (P8). */
  cost: 'query' | 'hash' | 'sign-out'
  /** Answered even at that limit. */
  isNeverShed?: true
  hourlyLimits?: readonly HourlyLimit[]
  /** Counts as a download under way until its last byte is sent. */
  isDownload?: true
  audit?: (request: Request) => AuditedRead
  /** Of a successful answer, besides or instead of those of every call. */
  headers?: Readonly<Record<string, string>>
  /** A counter of its own in the metrics. */
  metric?: 'sign_ins' | 'client_errors'
}

const QUERY = { cost: 'query' } as const satisfies Policy
const HASH = { cost: 'hash' } as const satisfies Policy
/** A refused one would leave a session behind on a shared phone. */
const SIGN_OUT = { cost: 'sign-out' } as const satisfies Policy

/** The browser's cache may hold photos of the session that ended. */
const CLEAR_CACHE = { 'clear-site-data': '"cache"' }
/** The native apps' pages have another origin; a browser asks the server before it shows its copy (R27). */
const REVALIDATED_IMAGE = {
  'cache-control': 'private, no-cache',
  'cross-origin-resource-policy': 'cross-origin',
}

/** The server's part of the table, one line per call. Only the server imports it: it stays out of the web app. */
export const policies = {
  login: { ...HASH, metric: 'sign_ins' },
  getProfile: QUERY,
  logout: { ...SIGN_OUT, isNeverShed: true }, // always 200 (spec §7)
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
  getCalendar: QUERY,
  getSubPeriods: QUERY,
  getPeriodQualifications: QUERY,
  getPeriodQualificationsBySubject: QUERY,
  getObservations: QUERY,
  getArrears: QUERY,
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
  getPhoto: { ...QUERY, headers: REVALIDATED_IMAGE },
  reportClientError: {
    ...QUERY,
    // Each report is a line of the log.
    hourlyLimits: [
      { name: 'reports', per: 'address', max: 20 },
      { name: 'reports', per: 'process', max: 300 },
    ],
    metric: 'client_errors',
  },
} as const satisfies { [N in CallName]: Policy<RequestOf<N>> }
