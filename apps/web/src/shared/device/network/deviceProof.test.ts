import { beforeEach, expect, it, vi } from 'vitest'
import { simulatePhone } from '../../../testing/phone.ts'
import { signedIn } from '../../../testing/signedIn.ts'
import { callApi } from '../../api/api.ts'
import { signOut } from '../../session/signOut.ts'
import { sessionKeys } from '../../session/stored.ts'

const SECURE_STORAGE = 'SecureStorage.internal'
const PROOF_KEY = 'capacitor-storage_device_proof'
const PROOF = 'p'.repeat(43)
const WRONG_LOGIN = { email: 'apoderada@example.com', password: 'x' }
const RECOVERY_REQUEST = { email: 'apoderada@example.com' }

/** A server that answers with `headers`, which may contain a proof. Returns the list of the proofs that it receives. */
function serve(headers: Record<string, string> = {}) {
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request.headers.get('x-device-proof'))
    return Response.json({ success: true, message: 'Listo' }, { headers })
  })
  return sent
}

/** A Keychain with the value `data` under the key of the proof. */
const keychainWith = (data: string | null) => ({
  [`${SECURE_STORAGE}GetItem`]: ({ prefixedKey }: Record<string, unknown>) => ({
    data: prefixedKey === PROOF_KEY ? data : null,
  }),
})

beforeEach(() => signedIn())

/** Loads the module as at the start of the phone's app. */
async function startPhone(responses: Parameters<typeof simulatePhone>[0]) {
  const phone = simulatePhone(responses)
  const { keepProofOnPhone } = await import('./deviceProof.native.ts')
  keepProofOnPhone()
  return phone
}

it('a browser sends no proof, as it has the cookie', async () => {
  const sent = serve({ 'x-device-proof': PROOF })
  await callApi('login', WRONG_LOGIN).catch(() => undefined)
  expect([sent, JSON.stringify(localStorage)]).toEqual([[null], expect.not.stringContaining(PROOF)])
})

it('a phone sends its proof with the calls whose policy requires it, and with no other', async () => {
  await startPhone(keychainWith(JSON.stringify(PROOF)))
  const sent = serve()
  await callApi('requestRecovery', RECOVERY_REQUEST)
  await callApi('logout', {})
  expect(sent).toEqual([PROOF, null])
})

it('a phone stores the proof of a response, on this device alone', async () => {
  const phone = await startPhone(keychainWith(null))
  expect(serve({ 'x-device-proof': PROOF })).toEqual([])
  await callApi('requestRecovery', RECOVERY_REQUEST)
  await expect.poll(() => phone.names()).toContain(`${SECURE_STORAGE}SetItem`)
  expect(phone.calls.at(-1)?.options).toMatchObject({
    prefixedKey: PROOF_KEY,
    data: JSON.stringify(PROOF),
    sync: false,
    access: 1,
  })
})

it.each([
  ['nothing', keychainWith(null)],
  ['what is no proof', keychainWith('"no\\nes"')],
  ['an error', { [`${SECURE_STORAGE}GetItem`]: () => Promise.reject(new Error('invalidated')) }],
])('a phone whose safe gives %s calls as a new device', async (_, responses) => {
  await startPhone(responses)
  const sent = serve()
  await callApi('requestRecovery', RECOVERY_REQUEST)
  expect(sent).toEqual([null])
})

it('a phone whose Keychain refuses the proof can still sign in', async () => {
  await startPhone({
    ...keychainWith(null),
    [`${SECURE_STORAGE}SetItem`]: () => Promise.reject(new Error('full')),
  })
  serve({ 'x-device-proof': PROOF })
  expect(await callApi('requestRecovery', RECOVERY_REQUEST)).toMatchObject({ success: true })
})

it('the proof is kept after the sign-out', async () => {
  const phone = await startPhone(keychainWith(JSON.stringify(PROOF)))
  await (await import('../storage/storage.native.ts')).openStorage(sessionKeys)
  signedIn()
  serve()
  await signOut()
  const removed = () =>
    phone.calls
      .filter(({ method }) => method === `${SECURE_STORAGE}RemoveItem`)
      .map(({ options }) => options.prefixedKey)
  await expect.poll(() => removed()).toContain('capacitor-storage_auth_token')
  expect(removed()).not.toContain(PROOF_KEY)
})
