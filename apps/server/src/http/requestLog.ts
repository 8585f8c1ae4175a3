import { BASE_PATH } from '@apoderados/contract/calls/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * The route for logs and metrics: the path of an API call, 'web' for pages and files of the app, 'unknown'
 * otherwise.
 */
export function routeOf(request: FastifyRequest, status: number): string {
  const { url } = request.routeOptions
  if (url?.startsWith(BASE_PATH)) return url.replace(BASE_PATH, '')
  if (url === '/healthz' || url === '/readyz') return url
  return status < 400 || url !== undefined ? 'web' : 'unknown'
}

/** Logs the route and ids, never the URL, a header or a body (R29). */
const lineOf = (request: FastifyRequest, reply: FastifyReply) => ({
  method: request.method,
  route: routeOf(request, reply.statusCode),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime),
  parent_id: request.session?.parent_id,
  limit: request.refusedBy ?? undefined,
})

/** For a closed reply: true if the caller disconnected before the answer ended. */
export const isGone = ({ raw }: FastifyReply) => !raw.writableEnded

/** Logs one line for each answer, and for each call whose caller disconnected first. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (isGone(reply)) request.log.info({ ...lineOf(request, reply), status: undefined }, 'caller gone')
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(lineOf(request, reply), 'answered')
    done()
  })
}
