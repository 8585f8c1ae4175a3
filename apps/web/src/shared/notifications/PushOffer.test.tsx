import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { theSettings } from '../../testing/data/notificationSettings.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { simulatePushService, tokenOf } from '../../testing/pushService.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { forgetPushes } from '../device/push/push.ts'
import { getSession } from '../session/store.ts'
import { PushOffer } from './PushOffer.tsx'

let api: ReturnType<typeof fakeApi>
beforeEach(async () => {
  api = fakeApi()
  signedIn()
  simulatePushService()
  await forgetPushes() // another test may have declined
})

const findOffer = () => screen.findByRole('region', { name: 'Avisos' })
const isOffered = () => screen.queryByRole('region', { name: 'Avisos' }) !== null
const tap = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('turns the notifications on with one tap, and is gone then', async () => {
  api.respond('getNotificationSettings', theSettings())
  api.respond('savePushToken', { success: true, message: 'Listo' })
  render(<PushOffer />)
  await findOffer()
  await tap('Activar avisos')
  await expect.poll(isOffered).toBe(false)
  expect(getSession().push_token).toBe(tokenOf(1))
})

it('says why it failed, and stays', async () => {
  api.respond('getNotificationSettings', theSettings())
  api.breakLine('savePushToken')
  render(<PushOffer />)
  await findOffer()
  await tap('Activar avisos')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Necesitas conexión a internet. Inténtalo de nuevo.',
  )
  expect([isOffered(), getSession().push_token]).toEqual([true, null])
})

it('is not made again after Ahora no', async () => {
  api.respond('getNotificationSettings', theSettings())
  const { unmount } = render(<PushOffer />)
  await findOffer()
  await tap('Ahora no')
  await expect.poll(isOffered).toBe(false)
  unmount()
  render(<PushOffer />)
  await act(async () => undefined)
  expect(isOffered()).toBe(false)
})

it('is not made by a server that sends nothing to browsers', async () => {
  api.respond('getNotificationSettings', theSettings({ vapid_public_key: null }))
  render(<PushOffer />)
  await expect.poll(() => api.count('getNotificationSettings')).toBe(1)
  await act(async () => undefined)
  expect(isOffered()).toBe(false)
})
