import { BASE_PATH, type Call, DEVICE_PROOF_HEADER } from '@apoderados/contract/calls/call'
import { signInApi } from '@apoderados/contract/calls/signInApi'
import { secureStore, withDeadline } from '../storage/storage.native.ts'
import { device } from './deviceFetch.ts'

/** The key of the stored proof that a parent has signed in on this phone before. A sign-out does not remove it. */
const PROOF_KEY = 'device_proof'

/** The paths of the calls that have `usesDeviceProof`. */
const pathsWithProof = new Set(
  Object.values<Call>(signInApi)
    .filter((call) => call.usesDeviceProof)
    .map(({ path }) => BASE_PATH + path),
)

/** Returns the stored proof; undefined if there is none, or if the Keychain or Keystore fails. */
async function readProof(): Promise<string | undefined> {
  const proof = await withDeadline(secureStore.get(PROOF_KEY)).catch(() => null)
  return proof !== null && /^[\w-]+$/.test(proof) ? proof : undefined
}

async function fetchWithProof(request: Request, options: RequestInit): Promise<Response> {
  if (!pathsWithProof.has(new URL(request.url).pathname)) return fetch(request, options)
  const proof = await readProof()
  if (proof) request.headers.set(DEVICE_PROOF_HEADER, proof)
  const response = await fetch(request, options)
  const header = response.headers.get(DEVICE_PROOF_HEADER)
  // Without the proof the server treats the phone as new at the next sign-in.
  if (header) void withDeadline(secureStore.set(PROOF_KEY, header)).catch(() => undefined)
  return response
}

/** Makes the phone send the stored proof with the calls that have `usesDeviceProof`, and store their responses' proof. */
export function keepProofOnPhone() {
  device.fetch = fetchWithProof
}
