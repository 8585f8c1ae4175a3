import { randomBytes } from 'node:crypto'
import { DEVICE_PROOF_HEADER } from '@apoderados/contract/calls/call'
import { accountLimits } from '@apoderados/core/db/client/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from '../http/messages/cookies.ts'

/** Reads and sends a call's device proof: a random text of a device that has signed in before. It grants no access. */
export type DeviceProof = {
  /** The proof that the request carries; undefined if it is missing or malformed. */
  received: string | undefined
  /** Sends the proof with the response, which also renews the lifetime of an existing cookie. */
  send(proof: string): void
}

const PROOF_BYTES = 32
const PROOF_PATTERN = /^[\w-]{43}$/
const COOKIE_MAX_AGE_SECONDS = accountLimits.knownDeviceDays * 86_400

export const newProof = () => randomBytes(PROOF_BYTES).toString('base64url')

/** With `__Host-`, which needs TLS, a browser rejects the cookie if another host or an unencrypted page sets it. */
const cookieName = (hasTls: boolean) => (hasTls ? '__Host-device' : 'device')

function proofInHeader({ headers }: FastifyRequest): string | undefined {
  const header = headers[DEVICE_PROOF_HEADER]
  return typeof header === 'string' && PROOF_PATTERN.test(header) ? header : undefined
}

/**
 * Returns the proof that a request carries, and sends it with `reply`: in an HttpOnly cookie for a browser, and in a
 * header for the native apps, whose pages have another origin (R18).
 */
export function deviceProofOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { client, hasTls }: { client: 'web' | 'native'; hasTls: boolean },
): DeviceProof {
  if (client === 'native') {
    const exposed = 'access-control-expose-headers'
    return {
      received: proofInHeader(request),
      send: (proof) =>
        void reply
          .header(DEVICE_PROOF_HEADER, proof)
          .header(exposed, `${reply.getHeader(exposed)}, ${DEVICE_PROOF_HEADER}`),
    }
  }
  const name = cookieName(hasTls)
  const attributes = `Path=/; Max-Age=${COOKIE_MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${hasTls ? '; Secure' : ''}`
  return {
    received: readCookie(request, name, PROOF_PATTERN),
    send: (proof) => void reply.header('set-cookie', `${name}=${proof}; ${attributes}`),
  }
}
