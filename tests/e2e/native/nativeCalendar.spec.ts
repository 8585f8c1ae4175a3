import type { Page } from '@playwright/test'
import { emulatePhone, enterOnPhone } from '../support/native/nativeBridge.ts'
import { Phone } from '../support/native/phone.ts'
import { API, expect, test } from '../support/support.ts'

const event = {
  id: 7,
  title: 'Prueba Unidad 2',
  description: 'Segunda del semestre',
  date: '2026-10-15T08:30:00-03:00',
  content: 'Fracciones.',
  course: { description: '5° Básico A' },
  subject: { name: 'Matemática' },
  document: null,
}
const failureText = 'No se pudo añadir al calendario.'

const addButton = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Agregar al calendario' })
const toast = (page: Page, role: 'status' | 'alert', text: string) =>
  page.getByRole(role).filter({ hasText: text })

async function openEvent(page: Page, phone: Phone, changes: Partial<typeof event> = {}): Promise<void> {
  await page.route(`**${API}/diaries/events*`, (route) => route.fulfill({ json: [{ ...event, ...changes }] }))
  await emulatePhone(page, phone)
  await enterOnPhone(page, phone, '/app/agenda')
  await page.getByRole('button', { name: event.title }).click()
}

for (const [platform, access] of [
  ['android', 'requestFullCalendarAccess'], // Android lets only an app that may read calendars find the default one.
  ['ios', 'requestWriteOnlyCalendarAccess'],
] as const) {
  test(`an event is added once, with all its details, on ${platform}`, async ({ page }) => {
    const phone = new Phone(platform)
    await openEvent(page, phone)
    await addButton(page).click()
    await expect(toast(page, 'status', 'Evento añadido al calendario.')).toBeVisible()
    expect(phone.calendar).toEqual([
      {
        title: event.title,
        description: 'Segunda del semestre\n\nFracciones.\n\nAsignatura: Matemática\n\nCurso: 5° Básico A',
        location: 'Colegio Los Aromos de La Florida, Av. Los Aromos 2150, La Florida',
        startDate: Date.parse('2026-10-15T11:30:00Z'),
        endDate: Date.parse('2026-10-15T12:30:00Z'),
      },
    ])
    expect(phone.calledMethods('CapacitorCalendar')).toEqual([access, 'createEvent'])
    const added = page.getByRole('button', { name: 'Agregado al calendario' })
    await expect(added).toBeDisabled()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: event.title }).click()
    await expect(added).toBeDisabled()
  })

  test(`a refused permission explains the way to the settings on ${platform}`, async ({ page }) => {
    const phone = new Phone(platform)
    phone.calendarPermission = 'denied'
    await openEvent(page, phone)
    await addButton(page).click()
    await expect(toast(page, 'alert', failureText)).toBeVisible()
    await page.getByRole('button', { name: 'Abrir ajustes' }).click()
    await expect
      .poll(() => phone.calls.at(-1))
      .toEqual({
        plugin: 'NativeSettings',
        method: 'open',
        options: { optionAndroid: 'application_details', optionIOS: 'app' },
      })
    expect(phone.calendar).toEqual([])

    phone.calendarPermission = 'granted'
    await addButton(page).click()
    await expect(toast(page, 'status', 'Evento añadido al calendario.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Abrir ajustes' })).toBeHidden()
  })
}

test('a browser shows no button, and loads no code of the phone apps', async ({ page, enter }) => {
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.route(`**${API}/diaries/events*`, (route) => route.fulfill({ json: [event] }))
  await enter('/app/agenda')
  await page.getByRole('button', { name: event.title }).click()
  await expect(page.getByRole('dialog').getByText('Fracciones.')).toBeVisible()
  await expect(addButton(page)).toHaveCount(0)
  await page.goto('/app/inicio')
  await expect(page.getByRole('link', { name: 'Reportes y certificados' })).toBeVisible()
  await expect(page.getByText('Recibe los avisos')).toHaveCount(0)
  await page.goto('/app/configuraciones')
  await expect(page.getByText('1.0.16', { exact: true })).toBeVisible()
  expect(files.filter((file) => /native|calendarButton|capacitor/i.test(file))).toEqual([])
  expect(await page.evaluate(() => 'Capacitor' in window)).toBe(false)
})
