import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { refreshProfile } from '../../shared/api/profileQuery.ts'
import { rememberSignInPassword, signInPassword } from '../../shared/session/signInPassword.ts'
import { dispatch, getSession, startSession } from '../../shared/session/store.ts'
import { aProfile } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { App } from '../App.tsx'

const DIALOG_NAME = 'Cambio de Contraseña Requerido'
const profileWithForcedChange = aProfile({ password_changed: false })
const findDialog = () => screen.findByRole('dialog', { name: DIALOG_NAME })
/** Waits for the page behind the dialog too, whose heading takes the focus when it is not inert. */
async function dialogOverPage() {
  await screen.findByRole('heading', { level: 1 })
  return findDialog()
}
const isOpen = () => screen.queryByRole('dialog', { name: DIALOG_NAME }) !== null
const inertFrame = () => document.querySelector('main')?.closest('[inert]')

function openAt(path = '/app/configuraciones') {
  history.replaceState(null, '', path)
  render(<App />)
}

async function changePassword() {
  const form = within(await dialogOverPage())
  await userEvent.type(form.getByLabelText('Contraseña actual'), 'demo1234')
  await userEvent.type(form.getByLabelText('Nueva contraseña'), 'Luna verde 27')
  await userEvent.type(form.getByLabelText('Confirmar contraseña'), 'Luna verde 27')
  await userEvent.click(form.getByRole('button', { name: 'Cambiar contraseña' }))
}

beforeEach(() => signedIn(profileWithForcedChange))

it('covers an inert page, with the focus on its title', async () => {
  fakeApi().hang('getProfile')
  openAt()
  await dialogOverPage()
  expect(document.activeElement?.textContent).toBe(DIALOG_NAME)
  expect(inertFrame()).not.toBeNull()
})

it('is open after a reload too', async () => {
  startSession()
  fakeApi().breakLine('getProfile')
  openAt('/app/nada')
  await findDialog()
})

it('can only be left by signing out', async () => {
  fakeApi().hang('getProfile')
  openAt()
  const element = await findDialog()
  expect(element.getAttribute('closedby')).toBe('none')
  expect(element.querySelector('.sheet-grab')).toBeNull()
  const names = within(element)
    .getAllByRole('button')
    .map((button) => button.ariaLabel ?? button.textContent)
  expect(names).toEqual(['Mostrar', 'Mostrar', 'Mostrar', 'Cambiar contraseña', 'Cerrar sesión'])
})

it('is closed by neither the backdrop nor a swipe, and Esc is refused', async () => {
  fakeApi().hang('getProfile')
  openAt()
  const element = await findDialog()
  await userEvent.click(element)
  fireEvent.touchStart(element, { touches: [{ clientY: 100 }] })
  fireEvent.touchMove(element, { changedTouches: [{ clientY: 400 }] })
  fireEvent.touchEnd(element, { changedTouches: [{ clientY: 400 }] })
  expect(fireEvent(element, new Event('cancel', { cancelable: true }))).toBe(false)
  expect(isOpen()).toBe(true)
})

it('reopens with its input and focus if a browser closes it nevertheless', async () => {
  fakeApi().hang('getProfile')
  openAt()
  const element = (await findDialog()) as HTMLDialogElement
  const current = within(element).getByLabelText('Contraseña actual')
  await userEvent.type(current, 'demo')
  act(() => element.close())
  expect([isOpen(), element.open]).toEqual([true, true])
  expect(current).toHaveProperty('value', 'demo')
  expect(document.activeElement).toBe(current)
})

it('keeps its input during a refresh of a profile that still requires it', async () => {
  fakeApi().respond('getProfile', profileWithForcedChange)
  openAt()
  const current = within(await findDialog()).getByLabelText('Contraseña actual')
  await userEvent.type(current, 'demo')
  await act(() => refreshProfile())
  expect([isOpen(), (current as HTMLInputElement).value]).toEqual([true, 'demo'])
})

it('opens when a refreshed profile requires it, and closes when a later one does not', async () => {
  fakeApi().hang('getProfile')
  signedIn()
  openAt()
  await screen.findByRole('heading', { level: 1 })
  expect(isOpen()).toBe(false)
  act(() => dispatch({ type: 'profileLoaded', profile: profileWithForcedChange }))
  await findDialog()
  act(() => dispatch({ type: 'profileLoaded', profile: aProfile() }))
  expect(isOpen()).toBe(false)
})

it('closes once the password is changed, and moves the focus to the page', async () => {
  const api = fakeApi()
  api.hang('getProfile')
  api.respond('changePassword', { success: true, message: 'Tu contraseña cambió' })
  openAt()
  await changePassword()
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(getSession().profile?.password_changed).toBe(true)
  expect(inertFrame()).toBeNull()
  expect(document.activeElement?.tagName).toBe('H1')
})

it('does not reopen for a profile that was requested before the change', async () => {
  const api = fakeApi()
  api.respond('getProfile', profileWithForcedChange)
  api.respond('changePassword', { success: true, message: 'Tu contraseña cambió' })
  signedIn(profileWithForcedChange)
  const refreshing = refreshProfile()
  dispatch({ type: 'passwordChanged' })
  await refreshing
  expect(getSession().profile?.password_changed).toBe(true)
})

it('stays open with the reason if the change fails', async () => {
  const api = fakeApi()
  api.hang('getProfile')
  api.refuse('changePassword', 400, 'Contraseña actual incorrecta')
  openAt()
  await changePassword()
  await screen.findByText('La contraseña actual es incorrecta')
  expect(isOpen()).toBe(true)
})

it('lets the parent sign out', async () => {
  const api = fakeApi()
  api.hang('getProfile')
  api.respond('endSession', { success: true, message: 'Sesión cerrada' })
  api.respond('logout', { success: true, message: 'Sesión cerrada' })
  openAt()
  await userEvent.click(within(await findDialog()).getByRole('button', { name: 'Cerrar sesión' }))
  await screen.findByRole('heading', { level: 1, name: 'Ingresa a tu cuenta' })
  expect([isOpen(), localStorage.length]).toEqual([false, 0])
})

describe('the current password', () => {
  const current = async () =>
    within(await findDialog()).getByLabelText('Contraseña actual') as HTMLInputElement

  it('is not required again after a sign-in on this page', async () => {
    const api = fakeApi()
    api.hang('getProfile')
    rememberSignInPassword('token-2', 'ABCD-EFGH-JKLM')
    signedIn(profileWithForcedChange, 'token-2')
    openAt()
    expect((await current()).value).toBe('ABCD-EFGH-JKLM')
    screen.getByText('La que te entregó el colegio.')
    expect(Object.values(localStorage).join()).not.toContain('ABCD-EFGH-JKLM')
  })

  it.each([
    ['once it is changed', () => dispatch({ type: 'passwordChanged' })],
    ['with the sign-out', () => dispatch({ type: 'signedOut' })],
    ['with another session', () => signedIn(profileWithForcedChange, 'token-3')],
  ])('is forgotten %s', async (_, end) => {
    fakeApi().hang('getProfile')
    rememberSignInPassword('token-2', 'ABCD-EFGH-JKLM')
    signedIn(profileWithForcedChange, 'token-2')
    expect(signInPassword()).toBe('ABCD-EFGH-JKLM')
    end()
    expect(signInPassword()).toBeUndefined()
    signedIn(profileWithForcedChange, 'token-2')
    openAt()
    expect((await current()).value).toBe('')
  })
})
