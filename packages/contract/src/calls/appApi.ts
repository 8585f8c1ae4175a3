import { ArrearsResponse, AttendanceDaysResponse } from '../attendance.ts'
import { CountEventsQuery, CountEventsResponse, EventsQuery, EventsResponse } from '../calendar/agenda.ts'
import { CalendarDaysResponse } from '../calendar/calendarDays.ts'
import { CalendarResponse } from '../calendar/timetable.ts'
import { ClassmatesResponse } from '../classmates.ts'
import { FamilyOverviewQuery, FamilyOverviewResponse } from '../family.ts'
import {
  PeriodMarksResponse,
  PeriodQualificationsResponse,
  PeriodQuery,
  QualificationsResponse,
  SubjectQuery,
  SubPeriodsResponse,
} from '../grades.ts'
import { NewsResponse } from '../news.ts'
import { ObservationsResponse } from '../observations.ts'
import { DocumentRequest } from '../session.ts'
import { NoRequest, StudentQuery } from '../values/primitives.ts'
import { AUTHENTICATED, type Call, get } from './call.ts'

/** The calls that read students' data. The app loads this object with the first page that needs one of them. */
export const appApi = {
  // These calls are in the order of spec §7.
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

  // These calls are additions to the calls of the specification.
  getDocument: get(AUTHENTICATED, '/documents/:id', DocumentRequest, 'file'),
  getUpcomingEvents: get(AUTHENTICATED, '/diaries/upcoming', EventsQuery, EventsResponse),
  getCalendarDays: get(AUTHENTICATED, '/calendar/days', StudentQuery, CalendarDaysResponse),
  getFamilyOverview: get(AUTHENTICATED, '/students/overview', FamilyOverviewQuery, FamilyOverviewResponse),
  getAttendanceDays: get(AUTHENTICATED, '/attendance/days', StudentQuery, AttendanceDaysResponse),
  getPeriodMarks: get(AUTHENTICATED, '/qualifications/period_marks', PeriodQuery, PeriodMarksResponse),
  getNews: get(AUTHENTICATED, '/news', NoRequest, NewsResponse),
} satisfies Record<string, Call>
