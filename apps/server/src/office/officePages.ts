import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serveBuild } from '../http/web.ts'

/** The build writes this text where the page names the nonce of its styles. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'
const NONCE_BYTES = 16

/** The page loads from this origin alone; its component library writes style elements, which carry the nonce (R20). */
const policyWith = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')

/** Serves the console's built files. Returns the handler of its only page, for every path without a file. */
export async function serveOfficePages(
  app: FastifyInstance,
  officeRoot: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  async function sendPage(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    const page = await readFile(join(officeRoot, 'index.html'), 'utf8')
    reply.headers({ 'content-security-policy': policyWith(nonce), 'cache-control': 'no-store' })
    return reply.type('text/html; charset=utf-8').send(page.replaceAll(NONCE_PLACEHOLDER, nonce))
  }
  await serveBuild(app, officeRoot, ['index.html'])
  app.get('/', sendPage)
  return sendPage
}
