import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Config } from '../config.ts'

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export type MetricsAddress = Pick<Config, 'metricsHost' | 'metricsPort'>

/** Tells them at /metrics of a port of its own, and nothing else there. */
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
  await once(server, 'listening')
  return server.unref()
}
