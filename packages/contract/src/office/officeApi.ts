import type * as z from 'zod/mini'
import type { FileResponse } from '../calls/api.ts'
import { del, get, post } from '../calls/call.ts'
import { Confirmation, NoRequest } from '../values/primitives.ts'
import {
  CourseListChoicesResponse,
  CourseListRequest,
  DocumentBatchRequest,
  DocumentPictureRequest,
  DocumentPreviewRequest,
  DocumentSettingsResponse,
  FolioRequest,
  IssueDocumentRequest,
  IssueDocumentResponse,
  IssuedDocument,
  IssuedDocumentsRequest,
  IssuedDocumentsResponse,
  IssueToCoursesRequest,
  IssueToCoursesResponse,
  RevokeDocumentRequest,
  SaveDocumentSettingsRequest,
} from './documents.ts'
import {
  DecideExcusesRequest,
  ExcuseRequest,
  ListExcusesRequest,
  ListExcusesResponse,
  OfficeExcuseResponse,
  SaveExplanationsRequest,
} from './excuses.ts'
import {
  AddLoadFileRequest,
  AddLoadFileResponse,
  AnswerLoadRequest,
  AnswerLoadResponse,
  CheckLoadRequest,
  CorrectCellRequest,
  LoadCauseRequest,
  LoadCauseResponse,
  LoadFileRequest,
  LoadProblemsResponse,
  LoadRequest,
  LoadResponse,
  LoadTemplateRequest,
  NewLoadRequest,
  NewLoadResponse,
  SchoolLoadsRequest,
  SchoolLoadsResponse,
} from './loads.ts'
import {
  AddNoticeFileRequest,
  AddNoticeFileResponse,
  ChangeNoticeRequest,
  CorrectNoticeRequest,
  FindFamiliesRequest,
  FindFamiliesResponse,
  NewNoticeRequest,
  NewNoticeResponse,
  NoticeAudienceRequest,
  NoticeAudienceResponse,
  NoticeCourseRequest,
  NoticeCourseResponse,
  NoticeReachResponse,
  NoticeRequest,
  NoticesRequest,
  OfficeNoticeResponse,
  OfficeNoticesResponse,
  RemindResponse,
  SaveNoticeRequest,
  SaveNoticeResponse,
} from './notices.ts'
import type { OfficeCall, OfficePolicy } from './officeCall.ts'
import {
  AddGuardianRequest,
  BlockAccessRequest,
  CorrectEmailRequest,
  CorrectGuardianRequest,
  CorrectStudentRequest,
  CourseRequest,
  CourseResponse,
  CoursesResponse,
  EraseStudentRequest,
  GuardianRequest,
  InviteGuardiansRequest,
  LinkRequest,
  SearchPeopleRequest,
  SearchPeopleResponse,
  SetRepresentativeRequest,
  SetSharingRequest,
  SetSocialNameRequest,
  StudentRequest,
  StudentResponse,
  WithdrawInvitationsRequest,
} from './people.ts'
import {
  AnswerDataRequestRequest,
  BreachesResponse,
  BreachScopeRequest,
  BreachScopeResponse,
  DataRequestRequest,
  ListDataRequestsRequest,
  ListDataRequestsResponse,
  OfficeDataRequestResponse,
  RecordBreachRequest,
  TellBreachRequest,
  TellBreachResponse,
} from './privacy.ts'
import { RegisterExportRequest, RegisterRequest, RegisterResponse } from './register.ts'
import {
  ChangeNewsTimingRequest,
  ChangeSchoolSettingsRequest,
  ClosureRequest,
  SchoolCalendarResponse,
  SettingsResponse,
} from './settings.ts'
import {
  ChangeStaffRoleRequest,
  EndStaffRequest,
  InviteStaffRequest,
  SchoolRequest,
  StaffListResponse,
  StaffMemberRequest,
} from './staffMembers.ts'
import {
  AddPasskeyRequest,
  AddTotpRequest,
  ChangeStaffPasswordRequest,
  EnrolmentRequest,
  EnrolmentResponse,
  EnrolRequest,
  FactorProof,
  FactorsResponse,
  MeResponse,
  PasskeyOptionsResponse,
  RecoveryCodesResponse,
  RemoveFactorRequest,
  StaffSignInRequest,
  StaffSignInResponse,
  TotpStartResponse,
} from './staffSession.ts'
import { DataAgeResponse, ReachResponse } from './today.ts'

const NO_SESSION = { session: 'none', concurrencyPool: 'query' } as const satisfies OfficePolicy
const WITH_PASSWORD = { session: 'password', concurrencyPool: 'query' } as const satisfies OfficePolicy
/** The call needs a session whose second factor was proved. */
const STAFF = { session: 'full', concurrencyPool: 'query' } as const satisfies OfficePolicy
const CONFIRMED_STAFF = { ...STAFF, needsConfirmation: true } as const satisfies OfficePolicy
/** By link: the link's secret, in the body, replaces the session. */
const ENROLMENT = {
  ...NO_SESSION,
  hourlyLimits: [{ name: 'enrolments', per: 'address', max: 120 }],
} as const satisfies OfficePolicy
const MANAGES_STAFF = { ...CONFIRMED_STAFF, permission: 'settings.staff' } as const satisfies OfficePolicy
const SETTINGS = { ...STAFF, permission: 'settings.school' } as const satisfies OfficePolicy
const CALENDAR = { ...STAFF, permission: 'settings.calendar' } as const satisfies OfficePolicy
const READS_PEOPLE = { ...STAFF, permission: 'people.read' } as const satisfies OfficePolicy
const EDITS_PEOPLE = { ...STAFF, permission: 'people.edit' } as const satisfies OfficePolicy
/** What could open an account to somebody else needs the second factor again. */
const GIVES_ACCESS = { ...EDITS_PEOPLE, needsConfirmation: true } as const satisfies OfficePolicy
const BLOCKS = { ...STAFF, permission: 'people.block' } as const satisfies OfficePolicy
const LINK_PATH = '/schools/:school_id/students/:student_id/guardians/:parent_id'
const GUARDIAN_PATH = '/schools/:school_id/guardians/:parent_id'
const LOADS = { ...STAFF, permission: 'loads.run' } as const satisfies OfficePolicy
const WRITES_NOTICES = { ...STAFF, permission: 'messages.send_courses' } as const satisfies OfficePolicy
const ASKS_RECEIPTS = { ...STAFF, permission: 'messages.ask_receipts' } as const satisfies OfficePolicy
const SENDS_NOTICES = {
  ...WRITES_NOTICES,
  hourlyLimits: [{ name: 'notices', per: 'staff', max: 60 }],
} as const satisfies OfficePolicy
const NOTICE_PATH = '/schools/:school_id/notices/:notice_id'
const EXCUSE_PATH = '/schools/:school_id/excuses/:excuse_id'
const DECIDES = { ...STAFF, permission: 'excuses.decide' } as const satisfies OfficePolicy
const ISSUES = { ...STAFF, permission: 'documents.issue' } as const satisfies OfficePolicy
const ISSUES_LIMITED = {
  ...ISSUES,
  hourlyLimits: [{ name: 'certificates', per: 'staff', max: 600 }],
} as const satisfies OfficePolicy
const DOCUMENT_PATH = '/schools/:school_id/documents/:folio'
const REQUEST_PATH = '/schools/:school_id/data_requests/:request_id'
const ANSWERS_REQUESTS = { ...STAFF, permission: 'requests.answer' } as const satisfies OfficePolicy
const BREACHES = { ...STAFF, permission: 'breaches.manage' } as const satisfies OfficePolicy
const LOAD_PATH = '/schools/:school_id/loads/:load_id'
const invitationLimit = { name: 'invitations', per: 'staff', max: 60 } as const

/** All calls of the console's API. Paths about a school begin with `/schools/:school_id`. */
export const officeApi = {
  // Sign-in: the password opens a session that only takes the second factor.
  signIn: post(
    { ...NO_SESSION, concurrencyPool: 'hash', metric: 'staff_sign_ins' },
    '/session',
    StaffSignInRequest,
    StaffSignInResponse,
  ),
  startPasskeySignIn: post(WITH_PASSWORD, '/session/passkey', NoRequest, PasskeyOptionsResponse),
  proveFactor: post(WITH_PASSWORD, '/session/factor', FactorProof, MeResponse),
  // The answer is always 200: without a live session there is none to end.
  signOut: del(
    { session: 'none', concurrencyPool: 'sign-out', isNeverShed: true },
    '/session',
    NoRequest,
    Confirmation,
  ),
  // Proves the second factor again, before a call that `needsConfirmation`.
  startPasskeyConfirmation: post(STAFF, '/session/confirmation/passkey', NoRequest, PasskeyOptionsResponse),
  confirm: post(STAFF, '/session/confirmation', FactorProof, Confirmation),

  getMe: get(STAFF, '/me', NoRequest, MeResponse),
  changeStaffPassword: post(
    { ...CONFIRMED_STAFF, concurrencyPool: 'hash' },
    '/me/password',
    ChangeStaffPasswordRequest,
    Confirmation,
  ),
  listFactors: get(STAFF, '/me/factors', NoRequest, FactorsResponse),
  startTotp: post(CONFIRMED_STAFF, '/me/factors/totp/start', NoRequest, TotpStartResponse),
  addTotp: post(CONFIRMED_STAFF, '/me/factors/totp', AddTotpRequest, Confirmation),
  startPasskey: post(CONFIRMED_STAFF, '/me/factors/passkey/start', NoRequest, PasskeyOptionsResponse),
  addPasskey: post(CONFIRMED_STAFF, '/me/factors/passkey', AddPasskeyRequest, Confirmation),
  removeFactor: del(CONFIRMED_STAFF, '/me/factors/:id', RemoveFactorRequest, Confirmation),
  replaceRecoveryCodes: post(CONFIRMED_STAFF, '/me/recovery_codes', NoRequest, RecoveryCodesResponse),

  getEnrolment: post(ENROLMENT, '/enrolment', EnrolmentRequest, EnrolmentResponse),
  startEnrolmentTotp: post(ENROLMENT, '/enrolment/totp', EnrolmentRequest, TotpStartResponse),
  startEnrolmentPasskey: post(ENROLMENT, '/enrolment/passkey', EnrolmentRequest, PasskeyOptionsResponse),
  enrol: post(
    { ...ENROLMENT, concurrencyPool: 'hash' },
    '/enrolment/finish',
    EnrolRequest,
    RecoveryCodesResponse,
  ),

  // Hoy
  getReach: get(
    { ...STAFF, permission: 'today.school' },
    '/schools/:school_id/reach',
    SchoolRequest,
    ReachResponse,
  ),
  getDataAge: get(
    { ...STAFF, permission: 'today.school' },
    '/schools/:school_id/data_age',
    SchoolRequest,
    DataAgeResponse,
  ),

  listStaff: get(
    { ...STAFF, permission: 'settings.staff' },
    '/schools/:school_id/staff',
    SchoolRequest,
    StaffListResponse,
  ),
  inviteStaff: post(
    { ...MANAGES_STAFF, hourlyLimits: [invitationLimit] },
    '/schools/:school_id/staff',
    InviteStaffRequest,
    Confirmation,
  ),
  // Takes password and second factors away, if there are any, and mails a new link.
  resetStaff: post(
    { ...MANAGES_STAFF, hourlyLimits: [invitationLimit] },
    '/schools/:school_id/staff/:staff_id/reset',
    StaffMemberRequest,
    Confirmation,
  ),
  changeStaffRole: post(
    MANAGES_STAFF,
    '/schools/:school_id/staff/:staff_id/role',
    ChangeStaffRoleRequest,
    Confirmation,
  ),
  endStaff: del(MANAGES_STAFF, '/schools/:school_id/staff/:staff_id', EndStaffRequest, Confirmation),

  // Ajustes
  getSettings: get(SETTINGS, '/schools/:school_id/settings', SchoolRequest, SettingsResponse),
  changeNewsTiming: post(
    SETTINGS,
    '/schools/:school_id/settings/news',
    ChangeNewsTimingRequest,
    Confirmation,
  ),
  changeSchoolSettings: post(
    SETTINGS,
    '/schools/:school_id/settings',
    ChangeSchoolSettingsRequest,
    Confirmation,
  ),
  getSchoolCalendar: get(CALENDAR, '/schools/:school_id/calendar', SchoolRequest, SchoolCalendarResponse),
  addClosure: post(CALENDAR, '/schools/:school_id/closures', ClosureRequest, Confirmation),
  removeClosure: del(CALENDAR, '/schools/:school_id/closures', ClosureRequest, Confirmation),
  // Personas. What a role may not read is null.
  listCourses: get(READS_PEOPLE, '/schools/:school_id/courses', SchoolRequest, CoursesResponse),
  getCourse: get(READS_PEOPLE, '/schools/:school_id/courses/:course_id', CourseRequest, CourseResponse),
  searchPeople: get(READS_PEOPLE, '/schools/:school_id/people', SearchPeopleRequest, SearchPeopleResponse),
  getStudent: get(READS_PEOPLE, '/schools/:school_id/students/:student_id', StudentRequest, StudentResponse),
  correctStudent: post(
    EDITS_PEOPLE,
    '/schools/:school_id/students/:student_id',
    CorrectStudentRequest,
    Confirmation,
  ),
  eraseStudent: post(
    { ...BLOCKS, needsConfirmation: true },
    '/schools/:school_id/students/:student_id/erase',
    EraseStudentRequest,
    Confirmation,
  ),
  setSocialName: post(
    { ...STAFF, permission: 'people.social_name' },
    '/schools/:school_id/students/:student_id/social_name',
    SetSocialNameRequest,
    Confirmation,
  ),
  addGuardian: post(
    GIVES_ACCESS,
    '/schools/:school_id/students/:student_id/guardians',
    AddGuardianRequest,
    Confirmation,
  ),
  removeLink: del(EDITS_PEOPLE, LINK_PATH, LinkRequest, Confirmation),
  blockAccess: post(BLOCKS, `${LINK_PATH}/block`, BlockAccessRequest, Confirmation),
  restoreAccess: post(
    { ...BLOCKS, needsConfirmation: true },
    `${LINK_PATH}/restore`,
    LinkRequest,
    Confirmation,
  ),
  setRepresentative: post(
    EDITS_PEOPLE,
    `${LINK_PATH}/representative`,
    SetRepresentativeRequest,
    Confirmation,
  ),
  // What the school keeps of a guardian and the students whom the guardian sees, to hand it over.
  exportFamily: get(
    {
      ...BLOCKS,
      needsConfirmation: true,
      isDownload: true,
      hourlyLimits: [{ name: 'exports', per: 'staff', max: 60 }],
    },
    `${GUARDIAN_PATH}/data.json`,
    GuardianRequest,
    'file',
  ),
  correctGuardian: post(EDITS_PEOPLE, GUARDIAN_PATH, CorrectGuardianRequest, Confirmation),
  correctEmail: post(GIVES_ACCESS, `${GUARDIAN_PATH}/email`, CorrectEmailRequest, Confirmation),
  setSharing: post(EDITS_PEOPLE, `${GUARDIAN_PATH}/sharing`, SetSharingRequest, Confirmation),
  unlockGuardian: post(EDITS_PEOPLE, `${GUARDIAN_PATH}/unlock`, GuardianRequest, Confirmation),
  closeAccount: post(BLOCKS, `${GUARDIAN_PATH}/close`, GuardianRequest, Confirmation),
  openAccount: post(
    { ...BLOCKS, needsConfirmation: true },
    `${GUARDIAN_PATH}/open`,
    GuardianRequest,
    Confirmation,
  ),
  // Takes the guardian's own password away, if there is one, and gives a one-time password.
  sendKeyByMail: post(GIVES_ACCESS, `${GUARDIAN_PATH}/key/mail`, GuardianRequest, Confirmation),
  sendKeyByLetter: post(GIVES_ACCESS, `${GUARDIAN_PATH}/key/letter`, GuardianRequest, 'file'),
  // Guardians with their own password are skipped.
  inviteByMail: post(
    GIVES_ACCESS,
    '/schools/:school_id/invitations/mail',
    InviteGuardiansRequest,
    Confirmation,
  ),
  inviteByLetter: post(
    GIVES_ACCESS,
    '/schools/:school_id/invitations/letters',
    InviteGuardiansRequest,
    'file',
  ),
  withdrawInvitations: post(
    EDITS_PEOPLE,
    '/schools/:school_id/invitations/withdrawal',
    WithdrawInvitationsRequest,
    Confirmation,
  ),

  // Carga de datos. A load is changed only by the person who runs it.
  listLoads: get(LOADS, '/schools/:school_id/loads', SchoolLoadsRequest, SchoolLoadsResponse),
  createLoad: post(LOADS, '/schools/:school_id/loads', NewLoadRequest, NewLoadResponse),
  getLoad: get(LOADS, LOAD_PATH, LoadRequest, LoadResponse),
  discardLoad: del(LOADS, LOAD_PATH, LoadRequest, Confirmation),
  addLoadFile: post(LOADS, `${LOAD_PATH}/files`, AddLoadFileRequest, AddLoadFileResponse),
  // The body has the bytes of the file, as application/octet-stream.
  uploadLoadFile: post(
    { ...LOADS, isUpload: true },
    `${LOAD_PATH}/files/:file_id`,
    LoadFileRequest,
    Confirmation,
  ),
  removeLoadFile: del(LOADS, `${LOAD_PATH}/files/:file_id`, LoadFileRequest, Confirmation),
  checkLoad: post(LOADS, `${LOAD_PATH}/check`, CheckLoadRequest, Confirmation),
  cancelLoad: del(LOADS, `${LOAD_PATH}/check`, LoadRequest, Confirmation),
  getLoadTemplate: get(
    { ...LOADS, isDownload: true },
    '/schools/:school_id/load-templates/:template',
    LoadTemplateRequest,
    'file',
  ),
  listLoadProblems: get(LOADS, `${LOAD_PATH}/problems`, LoadRequest, LoadProblemsResponse),
  getLoadCause: get(LOADS, `${LOAD_PATH}/problems/:cause`, LoadCauseRequest, LoadCauseResponse),
  exportLoadProblems: get({ ...LOADS, isDownload: true }, `${LOAD_PATH}/problems.csv`, LoadRequest, 'file'),
  correctLoadCell: post(LOADS, `${LOAD_PATH}/corrections`, CorrectCellRequest, Confirmation),
  answerLoad: post(LOADS, `${LOAD_PATH}/answers`, AnswerLoadRequest, AnswerLoadResponse),
  applyLoad: post(LOADS, `${LOAD_PATH}/apply`, LoadRequest, Confirmation),
  undoLoad: post({ ...STAFF, permission: 'loads.undo_own' }, `${LOAD_PATH}/undo`, LoadRequest, Confirmation),

  // Comunicados. Any member of the staff who may write notices edits a draft; the handlers check role and audience.
  listNotices: get(WRITES_NOTICES, '/schools/:school_id/notices', NoticesRequest, OfficeNoticesResponse),
  createNotice: post(WRITES_NOTICES, '/schools/:school_id/notices', NewNoticeRequest, NewNoticeResponse),
  getNoticeAudience: get(
    WRITES_NOTICES,
    '/schools/:school_id/notice_courses',
    NoticeAudienceRequest,
    NoticeAudienceResponse,
  ),
  findFamilies: get(
    { ...STAFF, permission: 'messages.send_all' },
    '/schools/:school_id/notice_families',
    FindFamiliesRequest,
    FindFamiliesResponse,
  ),
  getNotice: get(WRITES_NOTICES, NOTICE_PATH, NoticeRequest, OfficeNoticeResponse),
  saveNotice: post(WRITES_NOTICES, NOTICE_PATH, SaveNoticeRequest, SaveNoticeResponse),
  discardNotice: del(WRITES_NOTICES, NOTICE_PATH, NoticeRequest, Confirmation),
  // The body has the bytes of the file, as application/octet-stream.
  addNoticeFile: post(
    { ...WRITES_NOTICES, isUpload: true },
    `${NOTICE_PATH}/files/:name`,
    AddNoticeFileRequest,
    AddNoticeFileResponse,
  ),
  getNoticeReach: get(WRITES_NOTICES, `${NOTICE_PATH}/reach`, NoticeRequest, NoticeReachResponse),
  sendNotice: post(SENDS_NOTICES, `${NOTICE_PATH}/send`, ChangeNoticeRequest, Confirmation),
  unscheduleNotice: post(WRITES_NOTICES, `${NOTICE_PATH}/unschedule`, NoticeRequest, Confirmation),
  correctNotice: post(SENDS_NOTICES, `${NOTICE_PATH}/correct`, CorrectNoticeRequest, Confirmation),
  withdrawNotice: post(WRITES_NOTICES, `${NOTICE_PATH}/withdraw`, NoticeRequest, Confirmation),
  getNoticeCourse: get(
    ASKS_RECEIPTS,
    `${NOTICE_PATH}/courses/:course_id`,
    NoticeCourseRequest,
    NoticeCourseResponse,
  ),
  exportReceipts: get(
    { ...ASKS_RECEIPTS, isDownload: true },
    `${NOTICE_PATH}/receipts.csv`,
    NoticeRequest,
    'file',
  ),
  remindNotice: post(ASKS_RECEIPTS, `${NOTICE_PATH}/remind`, NoticeRequest, RemindResponse),
  // Justificaciones. A role with `excuses.state` alone reads no text and no attachment.
  listExcuses: get(
    { ...STAFF, permission: 'excuses.state' },
    '/schools/:school_id/excuses',
    ListExcusesRequest,
    ListExcusesResponse,
  ),
  getExcuse: get({ ...STAFF, permission: 'excuses.read' }, EXCUSE_PATH, ExcuseRequest, OfficeExcuseResponse),
  getExcuseAttachment: get(
    { ...STAFF, permission: 'excuses.read', isDownload: true },
    `${EXCUSE_PATH}/attachment`,
    ExcuseRequest,
    'file',
  ),
  decideExcuses: post(DECIDES, '/schools/:school_id/excuses/decisions', DecideExcusesRequest, Confirmation),
  saveExplanations: post(
    DECIDES,
    '/schools/:school_id/excuses/explanations',
    SaveExplanationsRequest,
    Confirmation,
  ),

  // Documentos
  listIssuedDocuments: get(
    ISSUES,
    '/schools/:school_id/documents',
    IssuedDocumentsRequest,
    IssuedDocumentsResponse,
  ),
  issueDocument: post(
    ISSUES_LIMITED,
    '/schools/:school_id/documents',
    IssueDocumentRequest,
    IssueDocumentResponse,
  ),
  getIssuedDocument: get(ISSUES, DOCUMENT_PATH, FolioRequest, IssuedDocument),
  getIssuedFile: get({ ...ISSUES, isDownload: true }, `${DOCUMENT_PATH}/file`, FolioRequest, 'file'),
  revokeDocument: post(
    { ...STAFF, permission: 'documents.revoke' },
    `${DOCUMENT_PATH}/revoke`,
    RevokeDocumentRequest,
    Confirmation,
  ),
  // A job, whose documents are downloaded together when it has ended.
  issueToCourses: post(
    ISSUES_LIMITED,
    '/schools/:school_id/document_batches',
    IssueToCoursesRequest,
    IssueToCoursesResponse,
  ),
  getBatchFile: get(
    { ...ISSUES, isDownload: true },
    '/schools/:school_id/document_batches/:batch_id',
    DocumentBatchRequest,
    'file',
  ),
  previewDocument: get(
    { ...ISSUES, isDownload: true },
    '/schools/:school_id/document_previews/:kind',
    DocumentPreviewRequest,
    'file',
  ),
  getCourseListChoices: get(
    ISSUES,
    '/schools/:school_id/courses/:course_id/lists',
    CourseRequest,
    CourseListChoicesResponse,
  ),
  getCourseList: get(
    { ...ISSUES, isDownload: true },
    '/schools/:school_id/courses/:course_id/lists/:list',
    CourseListRequest,
    'file',
  ),
  getDocumentSettings: get(
    SETTINGS,
    '/schools/:school_id/settings/documents',
    SchoolRequest,
    DocumentSettingsResponse,
  ),
  saveDocumentSettings: post(
    SETTINGS,
    '/schools/:school_id/settings/documents',
    SaveDocumentSettingsRequest,
    Confirmation,
  ),
  // The body has the bytes of the picture, as application/octet-stream.
  setDocumentPicture: post(
    { ...SETTINGS, isUpload: true },
    '/schools/:school_id/settings/documents/:picture',
    DocumentPictureRequest,
    Confirmation,
  ),
  removeDocumentPicture: del(
    SETTINGS,
    '/schools/:school_id/settings/documents/:picture',
    DocumentPictureRequest,
    Confirmation,
  ),
  // Solicitudes. A role with `requests.state` alone reads kind, name and clock.
  listDataRequests: get(
    { ...STAFF, permission: 'requests.state' },
    '/schools/:school_id/data_requests',
    ListDataRequestsRequest,
    ListDataRequestsResponse,
  ),
  getDataRequest: get(ANSWERS_REQUESTS, REQUEST_PATH, DataRequestRequest, OfficeDataRequestResponse),
  answerDataRequest: post(
    ANSWERS_REQUESTS,
    `${REQUEST_PATH}/answers`,
    AnswerDataRequestRequest,
    Confirmation,
  ),
  // The data of who asked, as a PDF.
  getDataOfRequest: get(
    { ...ANSWERS_REQUESTS, isDownload: true },
    `${REQUEST_PATH}/data.pdf`,
    DataRequestRequest,
    'file',
  ),
  listBreaches: get(BREACHES, '/schools/:school_id/breaches', SchoolRequest, BreachesResponse),
  getBreachScope: get(BREACHES, '/schools/:school_id/breach_scope', BreachScopeRequest, BreachScopeResponse),
  recordBreach: post(BREACHES, '/schools/:school_id/breaches', RecordBreachRequest, Confirmation),
  tellBreach: post(
    BREACHES,
    '/schools/:school_id/breaches/:breach_id/told',
    TellBreachRequest,
    TellBreachResponse,
  ),
  getRegister: get(
    { ...STAFF, permission: 'register.own' },
    '/schools/:school_id/register',
    RegisterRequest,
    RegisterResponse,
  ),
  exportRegister: get(
    {
      ...STAFF,
      permission: 'register.own',
      isDownload: true,
      hourlyLimits: [{ name: 'exports', per: 'staff', max: 60 }],
    },
    '/schools/:school_id/register.csv',
    RegisterExportRequest,
    'file',
  ),
} satisfies Record<string, OfficeCall>

type OfficeApi = typeof officeApi
export type OfficeCallName = keyof OfficeApi
export type OfficeRequestOf<N extends OfficeCallName> = z.output<OfficeApi[N]['request']>
export type OfficeResponseOf<N extends OfficeCallName> = OfficeApi[N]['response'] extends infer R
  ? R extends z.ZodMiniType
    ? z.output<R>
    : FileResponse
  : never
