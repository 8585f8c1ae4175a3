import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from '../../http/messages/cookies.ts'

/** The cookie of a console's session: 256 random bits, which only the server reads. */
export type SessionCookie = {
  /** The token that the request carries; undefined if it is missing or malformed. */
  token: string | undefined
  send(token: string): void
  remove(): void
}

const TOKEN_PATTERN = /^[\w-]{43}$/
/** With `__Host-`, which needs TLS, a browser rejects the cookie if another host or an unencrypted page sets it. */
const cookieName = (hasTls: boolean) => (hasTls ? '__Host-office' : 'office')

export function sessionCookieOf(
  request: FastifyRequest,
  reply: FastifyReply,
  hasTls: boolean,
): SessionCookie {
  const name = cookieName(hasTls)
  // Without Max-Age: the browser forgets it when it is closed, on a computer that several people may use.
  const attributes = `Path=/; HttpOnly; SameSite=Strict${hasTls ? '; Secure' : ''}`
  return {
    token: readCookie(request, name, TOKEN_PATTERN),
    send: (token) => void reply.header('set-cookie', `${name}=${token}; ${attributes}`),
    remove: () => void reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`),
  }
}
