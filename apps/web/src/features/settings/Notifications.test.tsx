import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { refreshPushPermission } from '../../shared/device/push/usePushPermission.ts'
import { dispatch, getSession } from '../../shared/session/store.ts'
import { theSettings } from '../../testing/data/notificationSettings.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { openEntry, showSettings } from '../../testing/pages/settings.tsx'
import { simulatePushService, tokenOf } from '../../testing/pushService.ts'

const SUCCESS_RESPONSE = { success: true, message: 'Preferencias guardadas' }
const [MARTINA_ID, TOMAS_ID] = [1, 2]

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
})

async function openNotifications(settings = theSettings()) {
  api.respond('getNotificationSettings', settings)
  showSettings()
  const dialog = within(await openEntry(/^Notificaciones/))
  await dialog.findAllByRole('switch')
  return dialog
}

const savedSettings = () =>
  api.received
    .filter(({ name }) => name === 'saveNotificationSettings')
    .map(({ request }) => request as ReturnType<typeof theSettings>)
const isOn = (element: HTMLElement) => (element as HTMLInputElement).checked

describe('what is notified', () => {
  it('has a switch for each child and kind, named by both', async () => {
    const muted = theSettings()
    muted.students[1] = { student_id: TOMAS_ID, kinds: { ...muted.students[1]?.kinds, event: false } }
    const dialog = await openNotifications(muted)
    expect(isOn(dialog.getByRole('switch', { name: 'Calificaciones de Martina Sepúlveda' }))).toBe(true)
    expect(isOn(dialog.getByRole('switch', { name: 'Eventos de la agenda de Tomás Sepúlveda' }))).toBe(false)
    expect(isOn(dialog.getByRole('switch', { name: 'Todo de Tomás Sepúlveda' }))).toBe(false)
    expect(dialog.getAllByRole('switch')).toHaveLength(2 * 9 + 2)
  })

  it('is saved at each change', async () => {
    api.respond('saveNotificationSettings', SUCCESS_RESPONSE)
    const dialog = await openNotifications()
    await userEvent.click(dialog.getByRole('switch', { name: 'Atrasos de Tomás Sepúlveda' }))
    await dialog.findByText('Guardado')
    const { students, ...rest } = savedSettings()[0] ?? theSettings()
    expect(students.map(({ student_id, kinds }) => [student_id, kinds.arrear, kinds.grade])).toEqual([
      [MARTINA_ID, true, true],
      [TOMAS_ID, false, true],
    ])
    expect(rest).toEqual({ quiet_from: '21:00', quiet_until: '07:00', show_detail: false })
    await userEvent.click(dialog.getByRole('switch', { name: 'Mostrar detalle' }))
    await waitFor(() => expect(savedSettings()[1]?.show_detail).toBe(true))
  })

  it('has a mail with the news, off until it is chosen', async () => {
    api.respond('saveNotificationSettings', SUCCESS_RESPONSE)
    const dialog = await openNotifications({ ...theSettings(), digest: 'never' })
    const period = (name: string) =>
      within(dialog.getByRole('group', { name: 'Resumen por correo' })).getByRole('radio', { name })
    expect(isOn(period('Nunca'))).toBe(true)
    await userEvent.click(period('Los viernes'))
    await dialog.findByText('Guardado')
    expect(savedSettings()[0]?.digest).toBe('weekly')
    expect(isOn(period('Los viernes'))).toBe(true)
  })

  it('has the school’s default for the mail, which saving other settings does not turn into a choice', async () => {
    api.respond('saveNotificationSettings', SUCCESS_RESPONSE)
    const settings = { ...theSettings(), digest: 'weekly' as const, is_digest_chosen: false }
    const dialog = await openNotifications(settings)
    const period = (name: string) => dialog.getByRole('radio', { name })
    expect(isOn(period('Los viernes'))).toBe(true)
    dialog.getByText(/Así lo dejó tu colegio; puedes elegir otra opción\.$/)
    await userEvent.click(dialog.getByRole('switch', { name: 'Mostrar detalle' }))
    await dialog.findByText('Guardado')
    expect(savedSettings()[0]).not.toHaveProperty('digest')
    await userEvent.click(period('Nunca'))
    await waitFor(() => expect(savedSettings()[1]?.digest).toBe('never'))
    expect(dialog.queryByText(/Así lo dejó tu colegio/)).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar' }))
    const again = within(await openEntry(/^Notificaciones/))
    expect(isOn(await again.findByRole('radio', { name: 'Nunca' }))).toBe(true)
    await userEvent.click(again.getByRole('switch', { name: 'Mostrar detalle' }))
    await waitFor(() => expect(savedSettings()[2]?.digest).toBe('never'))
  })

  it('offers no mail if the server does not send it', async () => {
    const dialog = await openNotifications()
    expect(dialog.queryByText('Resumen por correo')).toBeNull()
  })

  it('is switched for all kinds of a child at once', async () => {
    api.respond('saveNotificationSettings', SUCCESS_RESPONSE)
    const dialog = await openNotifications()
    await userEvent.click(dialog.getByRole('switch', { name: 'Todo de Martina Sepúlveda' }))
    await dialog.findByText('Guardado')
    expect(
      savedSettings()[0]?.students.map(({ kinds }) => Object.values(kinds).filter(Boolean).length),
    ).toEqual([0, 8])
  })

  it('is sent once for changes that come while another one is being saved', async () => {
    const arrive = api.hold('saveNotificationSettings', SUCCESS_RESPONSE)
    const dialog = await openNotifications()
    for (const kind of ['Atrasos', 'Documentos', 'Horario'])
      await userEvent.click(dialog.getByRole('switch', { name: `${kind} de Tomás Sepúlveda` }))
    expect(savedSettings()).toHaveLength(1)
    arrive()
    await dialog.findByText('Guardado')
    expect(savedSettings()).toHaveLength(2)
    expect(savedSettings()[1]?.students[1]?.kinds).toMatchObject({
      arrear: false,
      document: false,
      timetable: false,
    })
  })

  it('is kept and sent again if it could not be saved, also after the dialog was closed', async () => {
    api.breakLine('saveNotificationSettings')
    api.respond('saveNotificationSettings', SUCCESS_RESPONSE)
    const first = await openNotifications()
    const name = 'Horario de Martina Sepúlveda'
    await userEvent.click(first.getByRole('switch', { name }))
    await first.findByText('No se pudo guardar lo que elegiste')
    await userEvent.click(first.getByRole('button', { name: 'Cerrar' }))
    const dialog = within(await openEntry(/^Notificaciones/))
    expect(isOn(await dialog.findByRole('switch', { name }))).toBe(false)
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar de nuevo' }))
    await dialog.findByText('Guardado')
    expect(savedSettings()[1]?.students[0]?.kinds.timetable).toBe(false)
  })

  it('says why it could not be loaded, and loads it again', async () => {
    api.refuse('getNotificationSettings', 500, 'El servicio no responde')
    api.respond('getNotificationSettings', theSettings())
    showSettings()
    const dialog = within(await openEntry(/^Notificaciones/))
    await dialog.findByText('El servicio no responde')
    await userEvent.click(dialog.getByRole('button', { name: 'Reintentar' }))
    await dialog.findAllByRole('switch')
  })
})

describe('the quiet hours', () => {
  const setTime = async (field: HTMLElement, time: string) => {
    await userEvent.clear(field)
    await userEvent.type(field, time)
  }

  it('are saved with both hours, and not while one is missing or both are equal', async () => {
    api.respond('saveNotificationSettings', SUCCESS_RESPONSE)
    const dialog = await openNotifications()
    const until = dialog.getByLabelText('Hasta')
    await userEvent.clear(until)
    dialog.getByText('Falta una hora')
    expect(until.getAttribute('aria-invalid')).toBe('true')
    await userEvent.type(until, '21:00')
    dialog.getByText('Las dos horas son iguales')
    expect(savedSettings()).toEqual([])
    await setTime(until, '06:30')
    await waitFor(() =>
      expect(savedSettings().at(-1)).toMatchObject({ quiet_from: '21:00', quiet_until: '06:30' }),
    )
  })

  it('can be turned off, and on again with the usual hours', async () => {
    api.respond('saveNotificationSettings', SUCCESS_RESPONSE)
    const dialog = await openNotifications(theSettings({ quiet_from: '22:00' }))
    const quiet = dialog.getByRole('switch', { name: 'Horas de silencio' })
    await userEvent.click(quiet)
    expect(dialog.queryByLabelText('Desde')).toBeNull()
    await waitFor(() => expect(savedSettings().at(-1)).toMatchObject({ quiet_from: null, quiet_until: null }))
    await userEvent.click(quiet)
    await waitFor(() =>
      expect(savedSettings().at(-1)).toMatchObject({ quiet_from: '21:00', quiet_until: '07:00' }),
    )
  })
})

describe('this device', () => {
  const row = () => screen.getByRole('button', { name: /^Notificaciones/ }).textContent

  it('is turned on and off, which the row of the settings says', async () => {
    simulatePushService()
    api.respond('savePushToken', SUCCESS_RESPONSE)
    api.respond('deletePushToken', SUCCESS_RESPONSE)
    const dialog = await openNotifications()
    expect(row()).toContain('Desactivadas')
    await userEvent.click(dialog.getByRole('button', { name: 'Activar avisos' }))
    const off = await dialog.findByRole('button', { name: 'Desactivar avisos' })
    expect([getSession().push_token, row()]).toEqual([tokenOf(1), expect.stringContaining('Activadas')])
    await userEvent.click(off)
    await dialog.findByRole('button', { name: 'Activar avisos' })
    expect([getSession().push_token, row()]).toEqual([null, expect.stringContaining('Desactivadas')])
  })

  it.each([
    [{ permission: 'denied' as const }, /^El navegador bloquea los avisos/],
    [{}, /^Este dispositivo todavía no recibe/],
  ])('says how it is: %j', async (state, text) => {
    Object.assign(simulatePushService(), state)
    const dialog = await openNotifications()
    await dialog.findByText(text)
  })

  it('says that it cannot be notified', async () => {
    const dialog = await openNotifications()
    await dialog.findByText(/^Este navegador no puede recibir avisos/)
  })

  it('offers nothing if the server sends nothing to browsers', async () => {
    simulatePushService()
    const dialog = await openNotifications(theSettings({ vapid_public_key: null }))
    await dialog.findByText('El servidor de tu colegio todavía no envía avisos a navegadores.')
    expect(dialog.queryByRole('button', { name: 'Activar avisos' })).toBeNull()
  })

  async function openActivated() {
    const browser = simulatePushService()
    browser.permission = 'granted'
    const dialog = await openNotifications()
    browser.subscription = 7
    act(() => dispatch({ type: 'pushTokenSaved', token: tokenOf(7) }))
    await act(refreshPushPermission)
    return dialog
  }

  it('gets one test notification, however often the button is pressed, and says what came of it', async () => {
    const arrive = api.hold('sendTestNotification', { outcome: 'sent', message: 'Enviamos la notificación.' })
    const dialog = await openActivated()
    const button = await dialog.findByRole('button', { name: 'Enviar una de prueba' })
    await userEvent.click(button)
    await userEvent.click(button)
    arrive()
    await dialog.findByText('Enviamos la notificación.')
    expect(api.count('sendTestNotification')).toBe(1)
  })

  it('is off if the server does not reach it any more', async () => {
    api.respond('sendTestNotification', { outcome: 'gone', message: 'Actívalas de nuevo.' })
    const dialog = await openActivated()
    await userEvent.click(await dialog.findByRole('button', { name: 'Enviar una de prueba' }))
    await dialog.findByText('Actívalas de nuevo.')
    await dialog.findByRole('button', { name: 'Activar avisos' })
    expect(getSession().push_token).toBeNull()
  })
})
