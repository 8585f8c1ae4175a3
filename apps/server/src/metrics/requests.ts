import type { ClientErrorReport } from '@apoderados/contract/clientErrors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { isCallerGone, routeOf } from '../http/requestLog.ts'

/** The upper limits of the histogram's buckets, from a cached response to 8 s, the time limit of the web app. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 8]

/** The HTTP methods that are counted by name; all others count as 'other'. */
const COUNTED_METHODS = ['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS']
/** The outcomes of sign-ins by HTTP status; any other status counts as 'not valid'. */
const SIGN_IN_OUTCOMES: Record<number, string> = {
  200: 'accepted',
  401: 'refused',
  429: 'slowed down',
  503: 'unavailable',
}

/** Registers the metrics of requests, and returns a function that counts and times those of an app. */
export function createRequestMetrics(registry: Registry): (app: FastifyInstance) => void {
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const responsesHelp =
    'Responses by method, route of the table and status; "gone" when the caller did not wait'
  const responses = counter('apoderados_requests_total', responsesHelp, 'method', 'route', 'status')
  const seconds = new Histogram({
    name: 'apoderados_request_duration_seconds',
    help: 'From the head of a request to the end of its response',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  })
  const inFlight = new Gauge({ name: 'apoderados_requests_in_flight', help: 'Requests under way', registers })
  const signIns = counter('apoderados_sign_ins_total', 'Sign-ins by outcome', 'outcome')
  const staffSignIns = counter('apoderados_staff_sign_ins_total', 'Passwords of staff by outcome', 'outcome')
  const crashesHelp = 'Crashes that the app reported, by the page'
  const clientErrors = counter('apoderados_client_errors_total', crashesHelp, 'page')
  const refusedHelp = 'Calls and connections turned away, by the limit they met'
  const refused = counter('apoderados_refused_total', refusedHelp, 'limit')

  function count(request: FastifyRequest, reply: FastifyReply): void {
    const { statusCode } = reply
    const method = COUNTED_METHODS.includes(request.method) ? request.method : 'other'
    const route = routeOf(request, statusCode)
    const status = isCallerGone(reply) ? 'gone' : String(statusCode)
    responses.inc({ method, route, status })
    seconds.observe({ method, route }, reply.elapsedTime / 1000)
    const { metric } = request.routeOptions.config.policy ?? {}
    const outcome = SIGN_IN_OUTCOMES[statusCode] ?? 'not valid'
    if (metric === 'sign_ins' && status !== 'gone') signIns.inc({ outcome })
    if (metric === 'staff_sign_ins' && status !== 'gone') staffSignIns.inc({ outcome })
    if (metric === 'client_errors' && status === '200')
      clientErrors.inc({ page: (request.body as ClientErrorReport).page })
    if (request.refusedBy) refused.inc({ limit: request.refusedBy })
  }

  return (app) => {
    app.addHook('onRequest', async (request, reply) => {
      inFlight.inc()
      // `onResponse` does not run for a caller that disconnects early.
      reply.raw.once('close', () => {
        inFlight.dec()
        count(request, reply)
      })
    })
    app.server.on('drop', () => refused.inc({ limit: 'connections' }))
  }
}
