import { CountEventsQuery, CountEventsResponse, EventsQuery, EventsResponse } from './agenda.ts'
import { ArrearsResponse } from './attendance.ts'
import {
  AUTHENTICATED,
  AUTHENTICATED_NO_SIGN_OUT,
  type Call,
  del,
  get,
  PUBLIC,
  PUBLIC_WITH_DEVICE,
  PUBLIC_WITH_DEVICE_AND_TOKEN,
  post,
} from './call.ts'
import { ClassmatesResponse } from './classmates.ts'
import {
  PeriodQualificationsResponse,
  PeriodQuery,
  QualificationsResponse,
  SubjectQuery,
  SubPeriodsResponse,
} from './grades.ts'
import { ObservationsResponse } from './observations.ts'
import { Profile } from './profile.ts'
import {
  ChangePasswordRequest,
  ChangePasswordWithTokenRequest,
  DocumentRequest,
  LoginRequest,
  LoginResponse,
  PushTokenRequest,
  RecoveryConfirmRequest,
  RecoveryRequest,
  RecoveryValidateRequest,
  RevokeSessionRequest,
} from './session.ts'
import { CalendarResponse } from './timetable.ts'
import { Confirmation, NoRequest, StudentQuery } from './values/primitives.ts'

/** The part of the table that the app's start carries, in the order of spec §7. */
export const appApi = {
  login: post(PUBLIC_WITH_DEVICE, '/auth/login', LoginRequest, LoginResponse),
  getProfile: get({ ...AUTHENTICATED, signsOutOn: [401, 403, 404] }, '/auth/profile', NoRequest, Profile),
  logout: del(PUBLIC, '/auth/logout', NoRequest, Confirmation),
  requestRecovery: post(PUBLIC_WITH_DEVICE, '/auth/recovery', RecoveryRequest, Confirmation),
  confirmRecovery: post(
    PUBLIC_WITH_DEVICE_AND_TOKEN,
    '/auth/recovery_confirm',
    RecoveryConfirmRequest,
    Confirmation,
  ),
  validateRecovery: post(PUBLIC, '/auth/recovery_validate', RecoveryValidateRequest, Confirmation),
  changePasswordWithToken: post(
    PUBLIC_WITH_DEVICE,
    '/auth/change_password_with_token',
    ChangePasswordWithTokenRequest,
    Confirmation,
  ),
  changePassword: post(
    AUTHENTICATED_NO_SIGN_OUT,
    '/auth/change_password',
    ChangePasswordRequest,
    Confirmation,
  ),
  savePushToken: post(AUTHENTICATED_NO_SIGN_OUT, '/auth/push_token', PushTokenRequest, Confirmation),
  deletePushToken: del(AUTHENTICATED_NO_SIGN_OUT, '/auth/push_token', PushTokenRequest, Confirmation),
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
  getClassmates: get(AUTHENTICATED, '/courses/classmates', StudentQuery, ClassmatesResponse),

  // Ours, additive: the specification's logout carries no token, and files need an address.
  endSession: del(AUTHENTICATED_NO_SIGN_OUT, '/auth/sessions/current', NoRequest, Confirmation),
  // For a sign-out that found no network: the device keeps the session's id, which reads nothing, and no token.
  revokeSession: post(PUBLIC, '/auth/sessions/revoke', RevokeSessionRequest, Confirmation),
  getDocument: get(AUTHENTICATED, '/documents/:id', DocumentRequest, 'file'),
} satisfies Record<string, Call>
