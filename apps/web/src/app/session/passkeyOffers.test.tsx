import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { LoginPage } from '../../features/session/LoginPage.tsx'
import { dispatch, getSession } from '../../shared/session/store.ts'
import { Toaster } from '../../shared/ui/notices/Toaster.tsx'
import { aProfile } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { subscribePasskeyOffers } from './passkeyOffers.ts'

const webauthn = vi.hoisted(() => ({ startAuthentication: vi.fn() }))
vi.mock('@simplewebauthn/browser', () => webauthn)

const never = new Promise<never>(() => undefined)
const stubBrowser = (isShown: boolean) =>
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => isShown })

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  stubBrowser(true)
  webauthn.startAuthentication.mockReset().mockReturnValue(never)
  api.respond('startPasskeySignIn', { options: { challenge: 'AAAA' } })
})

it('a passkey that the browser offers in the e-mail’s field signs in', async () => {
  webauthn.startAuthentication.mockResolvedValueOnce({ id: 'AAAA' })
  api.respond('signInWithPasskey', {
    success: true,
    jwt: 'token',
    parent: aProfile(),
    message: 'Sesión iniciada',
  })
  render(<LoginPage />)
  expect(screen.getByLabelText('Correo electrónico')).toHaveProperty('autocomplete', 'email webauthn')
  await subscribePasskeyOffers()
  await waitFor(() => expect(getSession().auth_token).toBe('token'))
  expect(webauthn.startAuthentication).toHaveBeenCalledWith({
    optionsJSON: { challenge: 'AAAA' },
    useBrowserAutofill: true,
  })
})

it('a refused passkey is said, and offered again', async () => {
  webauthn.startAuthentication.mockResolvedValueOnce({ id: 'AAAA' })
  api.refuse('signInWithPasskey', 401, 'No pudimos comprobar la llave de acceso. Intenta de nuevo.')
  render(<Toaster />)
  await subscribePasskeyOffers()
  await screen.findByText('No pudimos comprobar la llave de acceso. Intenta de nuevo.')
  await waitFor(() => expect(webauthn.startAuthentication.mock.calls.length).toBeGreaterThan(1))
})

it('passkeys are offered after a sign-out, and not while a parent is signed in', async () => {
  signedIn()
  await subscribePasskeyOffers()
  expect(api.received).toEqual([])
  dispatch({ type: 'signedOut' })
  await waitFor(() => expect(webauthn.startAuthentication).toHaveBeenCalled())
})

it('no passkey is offered where the browser has no such field', async () => {
  stubBrowser(false)
  await subscribePasskeyOffers()
  dispatch({ type: 'signedOut' })
  expect(api.received).toEqual([])
})
