import { describe, expect, it } from 'vitest'
import { api, type CallName } from './api.ts'
import type { Call } from './call.ts'

const calls = Object.entries(api) as [CallName, Call][]
const namesInPool = (pool: Call['concurrencyPool']) =>
  calls.filter(([, { concurrencyPool }]) => concurrencyPool === pool).map(([name]) => name)

it('has the calls of spec §7 in its order, then the additional ones', () => {
  const lines = calls.map(([name, { method, path, needsSession, sendsToken, usesDeviceProof, signsOutOn }]) =>
    `${method} ${path} ${name}${needsSession ? ' session' : ''}${sendsToken ? ' token' : ''}${usesDeviceProof ? ' device' : ''} ${signsOutOn}`.trimEnd(),
  )
  expect(lines).toMatchInlineSnapshot(`
    [
      "POST /auth/login login device",
      "GET /auth/profile getProfile session token 401,403,404",
      "DELETE /auth/logout logout",
      "POST /auth/recovery requestRecovery device",
      "POST /auth/recovery_confirm confirmRecovery token device",
      "POST /auth/change_password changePassword session token device",
      "POST /auth/push_token savePushToken session token",
      "DELETE /auth/push_token deletePushToken session token",
      "DELETE /auth/sessions/current endSession session token",
      "POST /auth/recovery_validate validateRecovery",
      "POST /auth/change_password_with_token changePasswordWithToken device",
      "GET /diaries/count_events countDiaryEvents session token 401",
      "GET /diaries/events getDiaryEvents session token 401",
      "GET /calendar getCalendar session token 401",
      "GET /qualifications/sub_periods getSubPeriods session token 401",
      "GET /qualifications/period_qualifications/ getPeriodQualifications session token 401",
      "GET /qualifications/period_qualifications_by_subject/ getPeriodQualificationsBySubject session token 401",
      "GET /observations getObservations session token 401",
      "GET /arrears getArrears session token 401",
      "GET /courses/classmates getClassmates session token 401",
      "GET /diaries/upcoming getUpcomingEvents session token 401",
      "GET /calendar/days getCalendarDays session token 401",
      "GET /students/overview getFamilyOverview session token 401",
      "GET /attendance/days getAttendanceDays session token 401",
      "GET /excuses getExcuses session token 401",
      "GET /qualifications/period_marks getPeriodMarks session token 401",
      "GET /news getNews session token 401",
      "GET /notices getNotices session token 401",
      "GET /documents/:id getDocument session token 401",
      "GET /certificates getCertificates session token 401",
      "GET /certificates/:kind getCertificate session token 401",
      "POST /excuses createExcuse session token 401",
      "POST /students/:student_id/excuses/:excuse_id/attachment uploadExcuseAttachment session token 401",
      "POST /excuses/withdraw withdrawExcuse session token 401",
      "POST /news/read markNewsRead session token 401",
      "POST /notices/read markNoticeRead session token 401",
      "POST /notices/receipt acknowledgeNotice session token 401",
      "GET /notifications getNotificationSettings session token 401",
      "POST /notifications saveNotificationSettings session token 401",
      "POST /notifications/test sendTestNotification session token 401",
      "GET /calendar/feed getCalendarFeed session token 401",
      "POST /calendar/feed createCalendarFeed session token 401",
      "DELETE /calendar/feed revokeCalendarFeed session token 401",
      "GET /auth/sessions getSessions session token 401",
      "POST /auth/sessions/close closeSessions session token 401",
      "GET /auth/passkeys getPasskeys session token 401",
      "POST /auth/passkeys/proof startPasskeyProof session token 401",
      "POST /auth/passkeys/options startPasskey session token 401",
      "POST /auth/passkeys addPasskey session token 401",
      "POST /auth/passkeys/remove removePasskey session token 401",
      "POST /auth/passkeys/sign_in_options startPasskeySignIn",
      "POST /auth/passkeys/sign_in signInWithPasskey device",
      "GET /privacy getPrivacy session token 401",
      "POST /privacy/consents setConsent session token 401",
      "GET /privacy/readers getContactReaders session token 401",
      "GET /privacy/reads getRecordReads session token 401",
      "GET /privacy/data/:format getMyData session token 401",
      "POST /privacy/requests createDataRequest session token 401",
      "GET /photos/:id getPhoto",
      "POST /notifications/digest/:parent/:signature endDigest",
      "GET /calendar/:secret.ics getCalendarFile",
      "GET /folio getFolioForm",
      "GET /folio/:folio checkFolio",
      "POST /client_errors reportClientError",
    ]
  `)
})

describe('the policies', () => {
  it('puts calls that hash a password, and sign-outs, into pools of their own', () => {
    expect(namesInPool('hash')).toEqual([
      'login',
      'confirmRecovery',
      'changePassword',
      'changePasswordWithToken',
      'closeSessions',
      'startPasskey',
      'removePasskey',
    ])
    expect(namesInPool('sign-out')).toEqual(['logout', 'endSession'])
  })

  it.each(calls.filter(([, { audit }]) => audit))('audits %s, a read with a session', (_, call) => {
    expect([call.method, call.needsSession]).toEqual(['GET', true])
  })

  it.each(calls.filter(([, { isDownload }]) => isDownload))(
    'counts %s, which sends a file, as a download',
    (_, call) => {
      expect([call.response, call.needsSession]).toEqual(['file', true])
    },
  )

  it('limits a parent only if the call has a session', () => {
    const perParent = calls.filter(([, { hourlyLimits = [] }]) =>
      hourlyLimits.some(({ per }) => per === 'parent'),
    )
    expect(perParent.filter(([, { needsSession }]) => !needsSession)).toEqual([])
    expect(perParent.length).toBeGreaterThan(5)
  })
})
