import {
  CalendarFeedResponse,
  ChangeCalendarFeedRequest,
  CreateCalendarFeedResponse,
} from '../calendar/calendarFeed.ts'
import { Confirmation, StudentQuery } from '../values/primitives.ts'
import { AUTHENTICATED, type Call, del, get, post } from './call.ts'

/** Calls of the calendar subscription. The web app loads this object with the dialog that uses it. */
export const calendarFeedApi = {
  getCalendarFeed: get(AUTHENTICATED, '/calendar/feed', StudentQuery, CalendarFeedResponse),
  createCalendarFeed: post(
    AUTHENTICATED,
    '/calendar/feed',
    ChangeCalendarFeedRequest,
    CreateCalendarFeedResponse,
  ),
  revokeCalendarFeed: del(AUTHENTICATED, '/calendar/feed', ChangeCalendarFeedRequest, Confirmation),
} satisfies Record<string, Call>
