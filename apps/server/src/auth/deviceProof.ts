import { randomBytes } from 'node:crypto'
import { DEVICE_PROOF_HEADER } from '@apoderados/contract/calls/call'
import { accountLimits } from '@apoderados/database/client/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClientKind } from '../http/context.ts'

/** A random text that identifies a device which has signed in before. The text grants no access. */
export type DeviceProof = {
  /** The proof that the request carries; undefined if it is missing or malformed. */
  received: string | undefined
  /** Sends the proof with the answer, which also renews the lifetime of an existing cookie. */
  send(proof: string): void
}

const PROOF_BYTES = 32
const PROOF = /^[\w-]{43}$/
const MAX_AGE_SECONDS = accountLimits.knownDeviceDays * 86_400

export const newProof = () => randomBytes(PROOF_BYTES).toString('base64url')

/**
 * The prefix `__Host-` makes a browser reject the cookie if another host or an unencrypted page sets it. The prefix
 * needs TLS.
 */
const cookieName = (hasTls: boolean) => (hasTls ? '__Host-device' : 'device')

function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([key, value = '']) => key === name && PROOF.test(value))?.[1]
}

function headerOf({ headers }: FastifyRequest): string | undefined {
  const header = headers[DEVICE_PROOF_HEADER]
  return typeof header === 'string' && PROOF.test(header) ? header : undefined
}

/**
 * Reads and sends the proof in an HttpOnly cookie; in the native apps, whose pages have another origin, in a header
 * (R18).
 */
export function deviceProofOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { client, hasTls }: { client: ClientKind; hasTls: boolean },
): DeviceProof {
  if (client === 'native') {
    const exposed = 'access-control-expose-headers'
    return {
      received: headerOf(request),
      send: (proof) =>
        void reply
          .header(DEVICE_PROOF_HEADER, proof)
          .header(exposed, `${reply.getHeader(exposed)}, ${DEVICE_PROOF_HEADER}`),
    }
  }
  const name = cookieName(hasTls)
  const attributes = `Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${hasTls ? '; Secure' : ''}`
  return {
    received: cookieOf(request, name),
    send: (proof) => void reply.header('set-cookie', `${name}=${proof}; ${attributes}`),
  }
}
