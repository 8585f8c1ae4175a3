import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { getSession } from '../../shared/session/store.ts'
import { Toaster } from '../../shared/ui/notices/Toaster.tsx'
import { aProfile } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { LoginPage } from './LoginPage.tsx'

const webauthn = vi.hoisted(() => ({
  startAuthentication: vi.fn(),
  WebAuthnAbortService: { cancelCeremony: vi.fn() },
}))
vi.mock('@simplewebauthn/browser', () => webauthn)

const never = new Promise<never>(() => undefined)
const browserThatOffers = (isOffered: boolean) =>
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => isOffered })

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  webauthn.startAuthentication.mockReset().mockReturnValue(never)
  api.respond('startPasskeySignIn', { options: { challenge: 'AAAA' } })
})

it('a passkey that the browser offers in the e-mail’s field signs in', async () => {
  browserThatOffers(true)
  webauthn.startAuthentication.mockResolvedValueOnce({ id: 'AAAA' })
  api.respond('signInWithPasskey', {
    success: true,
    jwt: 'token',
    parent: aProfile(),
    message: 'Sesión iniciada',
  })
  render(<LoginPage />)
  expect(screen.getByLabelText('Correo electrónico')).toHaveProperty('autocomplete', 'email webauthn')
  await waitFor(() => expect(getSession().auth_token).toBe('token'))
  expect(webauthn.startAuthentication).toHaveBeenCalledWith({
    optionsJSON: { challenge: 'AAAA' },
    useBrowserAutofill: true,
  })
})

it('a refused passkey is said, and offered again', async () => {
  browserThatOffers(true)
  webauthn.startAuthentication.mockResolvedValueOnce({ id: 'AAAA' })
  api.refuse('signInWithPasskey', 401, 'No pudimos comprobar la llave de acceso. Intenta de nuevo.')
  render(
    <>
      <LoginPage />
      <Toaster />
    </>,
  )
  await screen.findByText('No pudimos comprobar la llave de acceso. Intenta de nuevo.')
  await waitFor(() => expect(api.count('startPasskeySignIn')).toBe(2))
})

it('the offer ends with the page', async () => {
  browserThatOffers(true)
  const { unmount } = render(<LoginPage />)
  await waitFor(() => expect(webauthn.startAuthentication).toHaveBeenCalled())
  unmount()
  expect(webauthn.WebAuthnAbortService.cancelCeremony).toHaveBeenCalled()
})

it('no passkey is offered where the browser has no such field', async () => {
  const asked = vi.fn(async () => false)
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: asked })
  render(<LoginPage />)
  await waitFor(() => expect(asked).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve))
  expect(api.received).toEqual([])
})
