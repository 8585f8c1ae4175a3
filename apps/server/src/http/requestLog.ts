import { BASE_PATH } from '@apoderados/contract/calls/call'
import { OFFICE_BASE_PATH } from '@apoderados/contract/office/officeCall'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Returns the route for logs and metrics: an API or health path, 'web' for the app's pages and files, or 'unknown'. The
 * calls of the console begin with '/office'.
 */
export function routeOf(request: FastifyRequest, status: number): string {
  const { url } = request.routeOptions
  if (url?.startsWith(BASE_PATH)) return url.replace(BASE_PATH, '')
  if (url?.startsWith(OFFICE_BASE_PATH)) return url.replace(OFFICE_BASE_PATH, '/office')
  if (url === '/healthz' || url === '/readyz') return url
  return status < 400 || url !== undefined ? 'web' : 'unknown'
}

/** Returns the fields of a call's log line. They never contain the URL, a header or a body (R29). */
const lineOf = (request: FastifyRequest, reply: FastifyReply) => ({
  method: request.method,
  route: routeOf(request, reply.statusCode),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime),
  parent_id: request.session?.parent_id,
  staff_id: request.staff?.staff_id,
  limit: request.refusedBy ?? undefined,
})

/** True for a closed reply whose caller disconnected before the response ended. */
export const isCallerGone = ({ raw }: FastifyReply) => !raw.writableEnded

/** True for a quick, successful read that leaves no line in the audit log. */
function isOrdinaryResponse(
  { method, routeOptions }: FastifyRequest,
  { statusCode, elapsedTime }: FastifyReply,
  slowResponseMs: number,
) {
  const isRead = method === 'GET' || method === 'HEAD'
  const isAudited = routeOptions.config.policy?.audit !== undefined
  return isRead && !isAudited && statusCode >= 200 && statusCode < 300 && elapsedTime < slowResponseMs
}

/** True for about one in `rate` request ids, by the first 32 bits of the id, which are random. */
const isIdInSample = (id: string, rate: number) => Number.parseInt(id.slice(0, 8), 16) % rate === 0

/**
 * Logs one line for each response, and for each call whose caller disconnected first. Of ordinary responses it logs one in
 * `sampleRate`; the field `sampled` of such a line is that rate, the number of responses that the line represents.
 */
export function registerRequestLog(app: FastifyInstance, slowResponseMs: number, sampleRate = 1): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (isCallerGone(reply))
        request.log.info({ ...lineOf(request, reply), status: undefined }, 'caller gone')
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const isSampled = sampleRate > 1 && isOrdinaryResponse(request, reply, slowResponseMs)
    if (!isSampled || isIdInSample(request.id, sampleRate)) {
      const sampled = isSampled ? sampleRate : undefined
      request.log.info({ ...lineOf(request, reply), sampled }, 'answered')
    }
    done()
  })
}
