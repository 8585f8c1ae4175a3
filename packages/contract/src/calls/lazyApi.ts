import {
  CalendarFeedResponse,
  ChangeCalendarFeedRequest,
  CreateCalendarFeedResponse,
} from '../calendar/calendarFeed.ts'
import { CertificateRequest, CertificatesResponse } from '../documents.ts'
import {
  CreateExcuseRequest,
  CreateExcuseResponse,
  UploadExcuseAttachmentRequest,
  WithdrawExcuseRequest,
} from '../excuses.ts'
import { MarkNewsReadRequest } from '../news.ts'
import { NoticeVersionRequest, ReceiptResponse } from '../notices/notices.ts'
import {
  NotificationSettings,
  NotificationSettingsRequest,
  TestNotificationResponse,
} from '../notifications.ts'
import { DocumentRequest } from '../session.ts'
import { Confirmation, NoRequest, StudentQuery } from '../values/primitives.ts'
import { ADDITION, type Call, del, get, post } from './call.ts'

const excuseLimit = { name: 'excuses', per: 'parent', max: 120 } as const

/**
 * Calls of what a parent opens on a page: settings, forms, a notice, a document. The web app loads them, with their
 * schemas, only then. All are additions to the calls of the specification.
 */
export const lazyApi = {
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
  // What the school issues with folio; the app only simulates the other certificates.
  getCertificates: get(ADDITION, '/certificates', StudentQuery, CertificatesResponse),
  // The path begins like that of other files, so that the app's download takes it. A repetition returns the same file.
  getCertificate: get(
    { ...ADDITION, hourlyLimits: [{ name: 'certificates', per: 'parent', max: 240 }], isDownload: true },
    '/certificates/:kind',
    CertificateRequest,
    'file',
  ),
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
  markNewsRead: post(ADDITION, '/news/read', MarkNewsReadRequest, Confirmation),
  markNoticeRead: post(ADDITION, '/notices/read', NoticeVersionRequest, Confirmation),
  // Receipts are append-only.
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
} satisfies Record<string, Call>
