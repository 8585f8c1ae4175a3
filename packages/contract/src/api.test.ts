import { expect, it } from 'vitest'
import { api } from './api.ts'
import type { Call } from './call.ts'

it('holds the calls of spec §7 in its order, then ours', () => {
  const lines = Object.entries(api).map(
    ([name, { method, path, needsSession, sendsToken, usesDeviceProof }]: [string, Call]) =>
      `${method} ${path} ${name}${needsSession ? ' session' : ''}${sendsToken ? ' token' : ''}${usesDeviceProof ? ' device' : ''}`,
  )
  expect(lines).toMatchInlineSnapshot(`
    [
      "POST /auth/login login device",
      "GET /auth/profile getProfile session token",
      "DELETE /auth/logout logout",
      "POST /auth/recovery requestRecovery device",
      "POST /auth/recovery_confirm confirmRecovery token device",
      "POST /auth/recovery_validate validateRecovery",
      "POST /auth/change_password_with_token changePasswordWithToken device",
      "POST /auth/change_password changePassword session token",
      "POST /auth/push_token savePushToken session token",
      "DELETE /auth/push_token deletePushToken session token",
      "GET /diaries/count_events countDiaryEvents session token",
      "GET /diaries/events getDiaryEvents session token",
      "GET /calendar getCalendar session token",
      "GET /qualifications/sub_periods getSubPeriods session token",
      "GET /qualifications/period_qualifications/ getPeriodQualifications session token",
      "GET /qualifications/period_qualifications_by_subject/ getPeriodQualificationsBySubject session token",
      "GET /observations getObservations session token",
      "GET /arrears getArrears session token",
      "GET /courses/classmates getClassmates session token",
      "DELETE /auth/sessions/current endSession session token",
      "POST /auth/sessions/revoke revokeSession",
      "GET /documents/:id getDocument session token",
      "GET /photos/:id getPhoto",
      "POST /client_errors reportClientError",
    ]
  `)
})
