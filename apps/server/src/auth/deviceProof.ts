import { randomBytes } from 'node:crypto'
import { DEVICE_PROOF_HEADER } from '@apoderados/contract/call'
import { accountLimits } from '@apoderados/database/client/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClientKind } from '../http/context.ts'

/** The random text by which a device is recognised that has signed in before. It is no credential: it opens nothing. */
export type DeviceProof = {
  /** What came along, if it has the form; undefined else. */
  given: string | undefined
  /** Hands the answer's device its proof, or the same one for longer. */
  give(proof: string): void
}

const PROOF_BYTES = 32
const PROOF = /^[\w-]{43}$/
const SECONDS_PER_DAY = 86_400

export const newProof = () => randomBytes(PROOF_BYTES).toString('base64url')

/** Browsers keep a cookie of the first name from other hosts and from unencrypted pages; it needs TLS. */
const cookieName = (hasTls: boolean) => (hasTls ? '__Host-device' : 'device')

function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([key, value = '']) => key === name && PROOF.test(value))?.[1]
}

function headerOf({ headers }: FastifyRequest): string | undefined {
  const given = headers[DEVICE_PROOF_HEADER]
  return typeof given === 'string' && PROOF.test(given) ? given : undefined
}

/** By a cookie that no script reads; by a header in the native apps, whose pages live at another origin (R18). */
export function deviceProofOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { client, hasTls }: { client: ClientKind; hasTls: boolean },
): DeviceProof {
  if (client === 'native') {
    const exposed = 'access-control-expose-headers'
    return {
      given: headerOf(request),
      give: (proof) =>
        void reply
          .header(DEVICE_PROOF_HEADER, proof)
          .header(exposed, `${reply.getHeader(exposed)}, ${DEVICE_PROOF_HEADER}`),
    }
  }
  const name = cookieName(hasTls)
  const attributes = [
    ...[
      'Path=/',
      `Max-Age=${accountLimits.knownDeviceDays * SECONDS_PER_DAY}`,
      'HttpOnly',
      'SameSite=Strict',
    ],
    ...(hasTls ? ['Secure'] : []),
  ]
  return {
    given: cookieOf(request, name),
    give: (proof) => void reply.header('set-cookie', [`${name}=${proof}`, ...attributes].join('; ')),
  }
}
