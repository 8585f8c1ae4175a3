import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeOffice } from '../testing/fakeOffice.ts'
import { meAs, openOffice, respondQuietToday } from '../testing/openOffice.tsx'

const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  return () => vi.useRealTimers()
})
const wait = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS))

async function openToday() {
  const office = fakeOffice()
  office.respond('getMe', meAs('secretary'))
  respondQuietToday(office)
  openOffice('/colegios/1/hoy')
  await screen.findByText('Nada espera por usted.')
  return office
}

test('after 28 minutes without a call a dialog asks, and staying calls the server', async () => {
  const office = await openToday()
  const calls = office.requestsOf('getMe').length
  await wait(27)
  expect(screen.queryByRole('dialog')).toBeNull()
  await wait(1.5)
  await screen.findByRole('dialog', { name: '¿Sigue ahí?' })
  screen.getByText('La sesión se cierra en 2 minutos.')
  act(() => screen.getByRole('button', { name: 'Seguir' }).click())
  await wait(1)
  expect(office.requestsOf('getMe')).toHaveLength(calls + 1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('after 30 minutes the sign-in covers the page', async () => {
  await openToday()
  await wait(30.5)
  await screen.findByText('Su sesión terminó. Lo que escribió sigue en la página.')
  screen.getByRole('button', { name: 'Continuar' })
})
