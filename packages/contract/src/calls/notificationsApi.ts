import {
  NotificationSettings,
  NotificationSettingsRequest,
  TestNotificationResponse,
} from '../notifications.ts'
import { Confirmation, NoRequest } from '../values/primitives.ts'
import { AUTHENTICATED, type Call, get, post } from './call.ts'

/** Calls of the notification settings. The web app loads this object with the page that uses it. */
export const notificationsApi = {
  getNotificationSettings: get(AUTHENTICATED, '/notifications', NoRequest, NotificationSettings),
  saveNotificationSettings: post(AUTHENTICATED, '/notifications', NotificationSettingsRequest, Confirmation),
  sendTestNotification: post(AUTHENTICATED, '/notifications/test', NoRequest, TestNotificationResponse),
} satisfies Record<string, Call>
