import { CountEventsQuery, CountEventsResponse, EventsQuery, EventsResponse } from './agenda.ts'
import { ArrearsResponse } from './attendance.ts'
import { type Call, del, get, MEMBER, OPEN, OPEN_TO_GUESSES, OPEN_WITH_TOKEN, post } from './call.ts'
import { ClassmatesResponse } from './classmates.ts'
import {
  PeriodQualificationsResponse,
  PeriodQuery,
  QualificationsResponse,
  SubjectQuery,
  SubPeriodsResponse,
} from './grades.ts'
import { ObservationsResponse } from './observations.ts'
import { Confirmation, NoRequest, StudentQuery } from './primitives.ts'
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

/** The part of the table that the app's start carries, in the order of spec §7. */
export const appApi = {
  login: post(OPEN_TO_GUESSES, '/auth/login', LoginRequest, LoginResponse),
  getProfile: get(MEMBER, '/auth/profile', NoRequest, Profile),
  logout: del(OPEN, '/auth/logout', NoRequest, Confirmation),
  requestRecovery: post(OPEN_TO_GUESSES, '/auth/recovery', RecoveryRequest, Confirmation),
  confirmRecovery: post(OPEN_WITH_TOKEN, '/auth/recovery_confirm', RecoveryConfirmRequest, Confirmation),
  validateRecovery: post(OPEN, '/auth/recovery_validate', RecoveryValidateRequest, Confirmation),
  changePasswordWithToken: post(
    OPEN_TO_GUESSES,
    '/auth/change_password_with_token',
    ChangePasswordWithTokenRequest,
    Confirmation,
  ),
  changePassword: post(MEMBER, '/auth/change_password', ChangePasswordRequest, Confirmation),
  savePushToken: post(MEMBER, '/auth/push_token', PushTokenRequest, Confirmation),
  deletePushToken: del(MEMBER, '/auth/push_token', PushTokenRequest, Confirmation),
  countDiaryEvents: get(MEMBER, '/diaries/count_events', CountEventsQuery, CountEventsResponse),
  getDiaryEvents: get(MEMBER, '/diaries/events', EventsQuery, EventsResponse),
  getCalendar: get(MEMBER, '/calendar', StudentQuery, CalendarResponse),
  getSubPeriods: get(MEMBER, '/qualifications/sub_periods', StudentQuery, SubPeriodsResponse),
  getPeriodQualifications: get(
    MEMBER,
    '/qualifications/period_qualifications/',
    PeriodQuery,
    PeriodQualificationsResponse,
  ),
  getPeriodQualificationsBySubject: get(
    MEMBER,
    '/qualifications/period_qualifications_by_subject/',
    SubjectQuery,
    QualificationsResponse,
  ),
  getObservations: get(MEMBER, '/observations', StudentQuery, ObservationsResponse),
  getArrears: get(MEMBER, '/arrears', StudentQuery, ArrearsResponse),
  getClassmates: get(MEMBER, '/courses/classmates', StudentQuery, ClassmatesResponse),

  // Ours, additive: the specification's logout carries no token, and files need an address.
  endSession: del(MEMBER, '/auth/sessions/current', NoRequest, Confirmation),
  // For a sign-out that found no network: the device keeps the session's id, which reads nothing, and no token.
  revokeSession: post(OPEN, '/auth/sessions/revoke', RevokeSessionRequest, Confirmation),
  getDocument: get(MEMBER, '/documents/:id', DocumentRequest, 'file'),
} satisfies Record<string, Call>
