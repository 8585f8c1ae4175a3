import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { ConfigError } from '@apoderados/core/configError'
import type { Config } from '../config.ts'

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** The operator's messages about METRICS_PORT and METRICS_HOST, by system error code. */
const ERROR_MESSAGES: Record<string, string> = {
  EADDRINUSE: 'the port of METRICS_PORT is taken: stop the other server or set another',
  EACCES: 'no permission for the port of METRICS_PORT',
  EADDRNOTAVAIL: 'METRICS_HOST is not an address of this machine',
  ENOTFOUND: 'METRICS_HOST is not an address of this machine',
}

export type MetricsAddress = Pick<Config, 'metricsHost' | 'metricsPort'>

/** Serves GET /metrics, and 404 otherwise, on its own port. @throws {ConfigError} if port or address is unusable */
export async function listenForScrapes(
  { metricsHost, metricsPort }: MetricsAddress,
  text: () => Promise<string>,
): Promise<Server> {
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const body = await text().catch(() => undefined)
    if (body === undefined) response.writeHead(500).end()
    else response.writeHead(200, { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' }).end(body)
  })
  server.listen(metricsPort, metricsHost)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const wrong = ERROR_MESSAGES[error.code ?? '']
    throw wrong ? new ConfigError(wrong) : error
  })
  return server.unref()
}
