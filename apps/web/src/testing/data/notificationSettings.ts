import type { NotificationSettings } from '@apoderados/contract/notifications'

const allKindsOn = {
  grade: true,
  observation: true,
  arrear: true,
  absence: true,
  event: true,
  document: true,
  timetable: true,
  account: true,
}

/** The notification settings of the mother of Martina and Tomás, by default without any change of hers. */
export const theSettings = (changes: Partial<NotificationSettings> = {}): NotificationSettings => ({
  students: [1, 2].map((student_id) => ({ student_id, kinds: allKindsOn })),
  quiet_from: '21:00',
  quiet_until: '07:00',
  show_detail: false,
  vapid_public_key: 'BKey',
  devices: 0,
  is_device_saved: false,
  ...changes,
})
