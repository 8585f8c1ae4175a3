import {
  AddPasskeyRequest,
  CloseSessionsRequest,
  PasskeyOptionsResponse,
  PasskeysResponse,
  ProofRequest,
  RemovePasskeyRequest,
  SessionsResponse,
} from '../devices.ts'
import { Confirmation, NoRequest } from '../values/primitives.ts'
import { ADDITION, type Call, get, post } from './call.ts'

/** `ADDITION`, of a call that may compare a password. */
const WITH_PROOF = { ...ADDITION, concurrencyPool: 'hash' } as const

/**
 * The calls of the screen `Dispositivos`, which loads them. A server without PUBLIC_URL has no name to which a passkey
 * is bound, and answers 404 to the calls about passkeys.
 */
export const devicesApi = {
  getSessions: get(ADDITION, '/auth/sessions', NoRequest, SessionsResponse),
  closeSessions: post(WITH_PROOF, '/auth/sessions/close', CloseSessionsRequest, Confirmation),
  getPasskeys: get(ADDITION, '/auth/passkeys', NoRequest, PasskeysResponse),
  startPasskeyProof: post(ADDITION, '/auth/passkeys/proof', NoRequest, PasskeyOptionsResponse),
  startPasskey: post(WITH_PROOF, '/auth/passkeys/options', ProofRequest, PasskeyOptionsResponse),
  addPasskey: post(ADDITION, '/auth/passkeys', AddPasskeyRequest, Confirmation),
  removePasskey: post(WITH_PROOF, '/auth/passkeys/remove', RemovePasskeyRequest, Confirmation),
} satisfies Record<string, Call>
