import { pushTokens } from '@apoderados/core/db/tables/messages'
import { mutedNews, notificationSettings } from '@apoderados/core/db/tables/news'
import { studentParents } from '@apoderados/core/db/tables/people'
import { eraseAccountsWithoutStudents } from '@apoderados/core/retention/erasure'
import { createTestSchool, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer, WITHOUT_STUDENTS } from '@apoderados/testing/testServer'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

const server = setupServer()
let school: TestSchool
let course_id: number
let family: Awaited<ReturnType<TestSchool['family']>>

beforeAll(async () => {
  school = await createTestSchool(server())
  course_id = await school.course({ name: '5° Básico', letter: 'A' })
})
beforeEach(async () => {
  family = await school.family(course_id)
})

const allKindsOn = {
  grade: true,
  observation: true,
  arrear: true,
  absence: true,
  event: true,
  document: true,
  timetable: true,
  account: true,
  notice: true,
}
const defaultSettings = { quiet_from: '21:00', quiet_until: '07:00', show_detail: false }

const UNKNOWN_FIELD_MESSAGE = 'La solicitud tiene campos que no se reconocen'

const askSettings = async (call = family.call) => {
  const response = await call('getNotificationSettings')
  expect(response.statusCode).toBe(200)
  return response.json()
}
const saveSettings = async (changes: object, call = family.call) => {
  const response = await call('saveNotificationSettings', { students: [], ...defaultSettings, ...changes })
  return [response.statusCode, response.json().message]
}

describe('the notification settings', () => {
  it('are the defaults until a parent saves others', async () => {
    expect(await askSettings()).toEqual({
      students: [{ student_id: family.student_id, kinds: allKindsOn }],
      ...defaultSettings,
      vapid_public_key: null,
      devices: 0,
      is_device_saved: false,
    })
  })

  it('keep what was saved; a missing student or kind keeps its switch', async () => {
    const { student_id } = family
    const chosen = { quiet_from: '22:30', quiet_until: '06:00', show_detail: true }
    const muted = { student_id, kinds: { grade: false, event: false } }
    expect(await saveSettings({ students: [muted], ...chosen })).toEqual([200, 'Preferencias guardadas'])
    expect(await askSettings()).toMatchObject({
      students: [{ student_id, kinds: { ...allKindsOn, grade: false, event: false } }],
      ...chosen,
    })
    await saveSettings({ students: [{ student_id, kinds: { grade: true } }] })
    expect(await askSettings()).toMatchObject({
      students: [{ student_id, kinds: { ...allKindsOn, event: false } }],
      ...defaultSettings,
    })
    await saveSettings({ quiet_from: null, quiet_until: null })
    const later = await askSettings()
    expect([later.quiet_from, later.quiet_until, later.students[0].kinds.event]).toEqual([null, null, false])
  })

  it('are each parent’s own', async () => {
    const other = await school.family(course_id)
    await saveSettings({
      students: [{ student_id: family.student_id, kinds: { grade: false } }],
      show_detail: true,
    })
    expect(await askSettings(other.call)).toMatchObject({ show_detail: false })
  })

  it('are not saved with a student of another family, or one whose access is closed', async () => {
    const other = await school.family(course_id)
    const own = { student_id: family.student_id, kinds: { grade: false } }
    const foreign = { student_id: other.student_id, kinds: { grade: false } }
    expect(await saveSettings({ students: [own, foreign], show_detail: true })).toEqual([
      404,
      'No encontrado',
    ])
    expect(await askSettings()).toMatchObject({ show_detail: false, students: [{ kinds: allKindsOn }] })
    await server()
      .db.update(studentParents)
      .set({ has_access: false })
      .where(eq(studentParents.parent_id, family.parent_id))
    expect(await saveSettings({ students: [own] })).toEqual([404, 'No encontrado'])
    expect((await askSettings()).students).toEqual([])
  })

  it.each([
    [{ quiet_from: '25:00' }, 'Hora inválida'],
    [{ quiet_from: '7:00' }, 'Hora inválida'],
    [{ quiet_from: null }, 'Falta una hora'],
    [{ quiet_from: '07:00' }, 'Las dos horas son iguales'],
    [{ show_detail: 'true' }, 'Falta una preferencia'],
    [{ students: [{ student_id: 0, kinds: {} }] }, 'Identificador inválido'],
    [{ students: [{ student_id: 1, kinds: { grade: 'no' } }] }, 'Falta una preferencia'],
    [{ students: [{ student_id: 1, kinds: { nota: false } }] }, UNKNOWN_FIELD_MESSAGE],
    [{ students: 'todos' }, 'Faltan los estudiantes'],
    [{ students: [{ student_id: 1, kinds: {}, es_admin: true }] }, UNKNOWN_FIELD_MESSAGE],
    [{ es_admin: true }, UNKNOWN_FIELD_MESSAGE],
  ])('refuse %j', async (changes, message) => {
    expect(await saveSettings(changes)).toEqual([400, message])
  })

  it('know the devices of the parent, and whether the one that asks is among them', async () => {
    const tablet = await school.signIn(family.parent_id)
    await family.call('savePushToken', { token: `telefono ${family.parent_id}` })
    expect(await askSettings()).toMatchObject({ devices: 1, is_device_saved: true })
    expect(await askSettings(tablet.call)).toMatchObject({ devices: 1, is_device_saved: false })
    await tablet.call('savePushToken', { token: `tableta ${family.parent_id}` })
    expect(await askSettings()).toMatchObject({ devices: 2, is_device_saved: true })
  })

  it('are answered to a parent without students', async () => {
    const jwt = await server().signIn(WITHOUT_STUDENTS)
    const response = await server().send('getNotificationSettings', {}, { jwt })
    expect([response.statusCode, response.json().students]).toEqual([200, []])
  })

  it('go with the account', async () => {
    await saveSettings({ students: [{ student_id: family.student_id, kinds: { grade: false } }] })
    const { db, services } = server()
    const { parent_id } = family
    const counts = () =>
      Promise.all([
        db.$count(notificationSettings, eq(notificationSettings.parent_id, parent_id)),
        db.$count(mutedNews, eq(mutedNews.parent_id, parent_id)),
      ])
    expect(await counts()).toEqual([1, 1])
    await db.delete(studentParents).where(eq(studentParents.parent_id, parent_id))
    await db.transaction((all) => eraseAccountsWithoutStudents(all, services.keys, [parent_id]))
    expect(await counts()).toEqual([0, 0])
  })
})

const P256DH_KEY = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'
const AUTH_SECRET = 'tBHItJI5svbpez7KI4CCXg'
const subscriptionAt = (endpoint: string, keys: object = { p256dh: P256DH_KEY, auth: AUTH_SECRET }) =>
  JSON.stringify({ endpoint, expirationTime: null, keys })

describe('a browser’s subscription', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])('at %s is saved', async (endpoint) => {
    const response = await family.call('savePushToken', { token: subscriptionAt(endpoint) })
    expect(response.statusCode).toBe(200)
  })

  it.each([
    subscriptionAt('http://fcm.googleapis.com/fcm/send/abc'),
    subscriptionAt('https://fcm.googleapis.com:8443/fcm/send/abc'),
    subscriptionAt('https://a@fcm.googleapis.com/fcm/send/abc'),
    subscriptionAt('https://fcm.googleapis.com.example.com/abc'),
    subscriptionAt('https://evil-fcm.googleapis.com/abc'),
    subscriptionAt('https://169.254.169.254/latest/meta-data'),
    subscriptionAt('http://127.0.0.1:5432/'),
    subscriptionAt('no es una dirección'),
    subscriptionAt('https://fcm.googleapis.com/abc', { p256dh: AUTH_SECRET, auth: AUTH_SECRET }),
    subscriptionAt('https://fcm.googleapis.com/abc', {}),
    '{"endpoint":',
    '{}',
  ])('is refused: %s', async (token) => {
    const response = await family.call('savePushToken', { token })
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'Este navegador usa un servicio de notificaciones que no conocemos',
    ])
    expect(await server().db.$count(pushTokens, eq(pushTokens.token, token))).toBe(0)
  })
})

describe('a test notification', () => {
  it('is not sent without a device, nor by a service that the server does not use', async () => {
    const asked = async () => {
      const response = await family.call('sendTestNotification')
      return [response.statusCode, response.json()]
    }
    expect(await asked()).toEqual([
      200,
      { outcome: 'no_device', message: 'Este dispositivo no tiene activadas las notificaciones' },
    ])
    await family.call('savePushToken', { token: `telefono ${family.parent_id}` })
    expect(await asked()).toEqual([
      200,
      {
        outcome: 'not_configured',
        message:
          'El servidor de tu colegio no tiene configurado el envío de notificaciones a este dispositivo',
      },
    ])
  })
})
