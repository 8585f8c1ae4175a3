import { ArrearsResponse, AttendanceDaysResponse } from '../attendance.ts'
import { CountEventsQuery, CountEventsResponse, EventsQuery, EventsResponse } from '../calendar/agenda.ts'
import { CalendarDaysResponse } from '../calendar/calendarDays.ts'
import { CalendarResponse } from '../calendar/timetable.ts'
import { ClassmatesResponse } from '../classmates.ts'
import { ExcusesResponse } from '../excuses.ts'
import { FamilyOverviewQuery, FamilyOverviewResponse } from '../family.ts'
import {
  PeriodMarksResponse,
  PeriodQualificationsResponse,
  PeriodQuery,
  QualificationsResponse,
  SubjectQuery,
  SubPeriodsResponse,
} from '../grades/grades.ts'
import { NewsResponse } from '../news.ts'
import { NoticesResponse } from '../notices/notices.ts'
import { ObservationsResponse } from '../observations.ts'
import { NoRequest, StudentQuery } from '../values/primitives.ts'
import { ADDITION, AUTHENTICATED, type Call, get } from './call.ts'

/** The calls of the app's pages and of its frame. The web app loads them after the sign-in. */
export const appApi = {
  // These calls are in the order of spec §7.
  countDiaryEvents: get(AUTHENTICATED, '/diaries/count_events', CountEventsQuery, CountEventsResponse),
  getDiaryEvents: get(AUTHENTICATED, '/diaries/events', EventsQuery, EventsResponse),
  getCalendar: get(AUTHENTICATED, '/calendar', StudentQuery, CalendarResponse),
  getSubPeriods: get(AUTHENTICATED, '/qualifications/sub_periods', StudentQuery, SubPeriodsResponse),
  getPeriodQualifications: get(
    { ...AUTHENTICATED, reads: 'grades' },
    '/qualifications/period_qualifications/',
    PeriodQuery,
    PeriodQualificationsResponse,
  ),
  getPeriodQualificationsBySubject: get(
    { ...AUTHENTICATED, reads: 'grades' },
    '/qualifications/period_qualifications_by_subject/',
    SubjectQuery,
    QualificationsResponse,
  ),
  getObservations: get(
    { ...AUTHENTICATED, reads: 'observations' },
    '/observations',
    StudentQuery,
    ObservationsResponse,
  ),
  getArrears: get({ ...AUTHENTICATED, reads: 'attendance' }, '/arrears', StudentQuery, ArrearsResponse),
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
  getUpcomingEvents: get(ADDITION, '/diaries/upcoming', EventsQuery, EventsResponse),
  getCalendarDays: get(ADDITION, '/calendar/days', StudentQuery, CalendarDaysResponse),
  getFamilyOverview: get(ADDITION, '/students/overview', FamilyOverviewQuery, FamilyOverviewResponse),
  getAttendanceDays: get(
    { ...ADDITION, reads: 'attendance' },
    '/attendance/days',
    StudentQuery,
    AttendanceDaysResponse,
  ),
  getExcuses: get(ADDITION, '/excuses', StudentQuery, ExcusesResponse),
  getPeriodMarks: get(
    { ...ADDITION, reads: 'grades' },
    '/qualifications/period_marks',
    PeriodQuery,
    PeriodMarksResponse,
  ),
  getNews: get(ADDITION, '/news', NoRequest, NewsResponse),
  getNotices: get(ADDITION, '/notices', NoRequest, NoticesResponse),
} satisfies Record<string, Call>
