import type * as z from 'zod/mini'
import { ArrearsResponse, AttendanceDaysResponse } from '../attendance.ts'
import { CountEventsQuery, CountEventsResponse, EventsQuery, EventsResponse } from '../calendar/agenda.ts'
import { CalendarDaysResponse } from '../calendar/calendarDays.ts'
import {
  CalendarFeedResponse,
  CalendarFileRequest,
  ChangeCalendarFeedRequest,
  CreateCalendarFeedResponse,
} from '../calendar/calendarFeed.ts'
import { CalendarResponse } from '../calendar/timetable.ts'
import { ClassmatesResponse } from '../classmates.ts'
import { CLIENT_ERRORS_PATH, ClientErrorReport } from '../clientErrors.ts'
import {
  CreateExcuseRequest,
  CreateExcuseResponse,
  ExcusesResponse,
  UploadExcuseAttachmentRequest,
  WithdrawExcuseRequest,
} from '../excuses.ts'
import { FamilyOverviewQuery, FamilyOverviewResponse } from '../family.ts'
import {
  PeriodMarksResponse,
  PeriodQualificationsResponse,
  PeriodQuery,
  QualificationsResponse,
  SubjectQuery,
  SubPeriodsResponse,
} from '../grades.ts'
import { MarkNewsReadRequest, NewsResponse } from '../news.ts'
import { NoticesResponse, NoticeVersionRequest, ReceiptResponse } from '../notices.ts'
import {
  EndDigestRequest,
  NotificationSettings,
  NotificationSettingsRequest,
  TestNotificationResponse,
} from '../notifications.ts'
import { ObservationsResponse } from '../observations.ts'
import { PhotoRequest } from '../photos.ts'
import { ChangePasswordWithTokenRequest, DocumentRequest, RecoveryValidateRequest } from '../session.ts'
import { Confirmation, NoRequest, StudentQuery } from '../values/primitives.ts'
import { AUTHENTICATED, type Call, del, get, PUBLIC, PUBLIC_WITH_DEVICE, post } from './call.ts'
import { signInApi } from './signInApi.ts'

/** `AUTHENTICATED`, but the specification does not have the call. */
const ADDITION = { ...AUTHENTICATED, isAddition: true } as const

const excuseLimit = { name: 'excuses', per: 'parent', max: 120 } as const

/** All calls of the API, in the order of spec §7, then the additional ones. Other comments call this object 'the table'. */
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
  countDiaryEvents: get(AUTHENTICATED, '/diaries/count_events', CountEventsQuery, CountEventsResponse),
  getDiaryEvents: get(AUTHENTICATED, '/diaries/events', EventsQuery, EventsResponse),
  getCalendar: get(AUTHENTICATED, '/calendar', StudentQuery, CalendarResponse),
  getSubPeriods: get(AUTHENTICATED, '/qualifications/sub_periods', StudentQuery, SubPeriodsResponse),
  getPeriodQualifications: get(
    AUTHENTICATED,
    '/qualifications/period_qualifications/',
    PeriodQuery,
    PeriodQualificationsResponse,
  ),
  getPeriodQualificationsBySubject: get(
    AUTHENTICATED,
    '/qualifications/period_qualifications_by_subject/',
    SubjectQuery,
    QualificationsResponse,
  ),
  getObservations: get(AUTHENTICATED, '/observations', StudentQuery, ObservationsResponse),
  getArrears: get(AUTHENTICATED, '/arrears', StudentQuery, ArrearsResponse),
  getClassmates: get(
    {
      ...AUTHENTICATED,
      hourlyLimits: [{ name: 'classmates', per: 'parent', max: 600 }],
      audit: 'contacts_read',
    },
    '/courses/classmates',
    StudentQuery,
    ClassmatesResponse,
  ),

  // These calls are additions to the calls of the specification.
  getDocument: get(
    {
      ...ADDITION,
      hourlyLimits: [{ name: 'documents', per: 'parent', max: 600 }],
      isDownload: true,
      audit: 'document_read',
    },
    '/documents/:id',
    DocumentRequest,
    'file',
  ),
  getUpcomingEvents: get(ADDITION, '/diaries/upcoming', EventsQuery, EventsResponse),
  getCalendarDays: get(ADDITION, '/calendar/days', StudentQuery, CalendarDaysResponse),
  getFamilyOverview: get(ADDITION, '/students/overview', FamilyOverviewQuery, FamilyOverviewResponse),
  getAttendanceDays: get(ADDITION, '/attendance/days', StudentQuery, AttendanceDaysResponse),
  getExcuses: get(ADDITION, '/excuses', StudentQuery, ExcusesResponse),
  createExcuse: post(
    { ...ADDITION, hourlyLimits: [excuseLimit] },
    '/excuses',
    CreateExcuseRequest,
    CreateExcuseResponse,
  ),
  uploadExcuseAttachment: post(
    { ...ADDITION, hourlyLimits: [excuseLimit], isUpload: true },
    '/students/:student_id/excuses/:excuse_id/attachment',
    UploadExcuseAttachmentRequest,
    Confirmation,
  ),
  withdrawExcuse: post(
    { ...ADDITION, hourlyLimits: [excuseLimit] },
    '/excuses/withdraw',
    WithdrawExcuseRequest,
    Confirmation,
  ),
  getPeriodMarks: get(ADDITION, '/qualifications/period_marks', PeriodQuery, PeriodMarksResponse),
  getNews: get(ADDITION, '/news', NoRequest, NewsResponse),
  markNewsRead: post(ADDITION, '/news/read', MarkNewsReadRequest, Confirmation),
  getNotices: get(ADDITION, '/notices', NoRequest, NoticesResponse),
  markNoticeRead: post(ADDITION, '/notices/read', NoticeVersionRequest, Confirmation),
  // The server keeps every receipt, and nobody can change it.
  acknowledgeNotice: post(
    { ...ADDITION, hourlyLimits: [{ name: 'receipts', per: 'parent', max: 120 }] },
    '/notices/receipt',
    NoticeVersionRequest,
    ReceiptResponse,
  ),
  getNotificationSettings: get(ADDITION, '/notifications', NoRequest, NotificationSettings),
  saveNotificationSettings: post(ADDITION, '/notifications', NotificationSettingsRequest, Confirmation),
  sendTestNotification: post(
    { ...ADDITION, hourlyLimits: [{ name: 'test notifications', per: 'parent', max: 20 }] },
    '/notifications/test',
    NoRequest,
    TestNotificationResponse,
  ),
  getCalendarFeed: get(ADDITION, '/calendar/feed', StudentQuery, CalendarFeedResponse),
  createCalendarFeed: post(
    { ...ADDITION, hourlyLimits: [{ name: 'calendar feeds', per: 'parent', max: 20 }] },
    '/calendar/feed',
    ChangeCalendarFeedRequest,
    CreateCalendarFeedResponse,
  ),
  revokeCalendarFeed: del(ADDITION, '/calendar/feed', ChangeCalendarFeedRequest, Confirmation),

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

/** The response to a reading call, or null if the call is an addition that the server lacks. */
export type ReadResponseOf<N extends ReadCallName> =
  | ResponseOf<N>
  | (N extends NamesOf<{ isAddition: true }> ? null : never)

export type RequestOf<N extends CallName> = z.output<Api[N]['request']>

/** The bytes and the content type of the response to a file call. A large file is streamed in parts. */
export type FileResponse = {
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
    : FileResponse
  : never
