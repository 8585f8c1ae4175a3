import { request } from 'node:http'
import { serveHttp, type WebTestEnvironment } from '../webEnvironment.ts'

/** The number of answers by method with path, such as 'GET /documents/:id', and by status. */
export type StatusCounts = Map<string, Map<number, number>>

export type ScannerProxy = { url: string; statusCounts: StatusCounts; clearCounts(): void }

const SESSION_COUNT = 40

/** The key under which a request is counted: its method, and its path without the query and without a file's id. */
export const countedAs = (method: string, url: string) =>
  `${method} ${url.replace(/[?].*/s, '').replace(/\/(documents|photos)\/.+/s, '/$1/:id')}`

/**
 * Opens a proxy between an attack tool and the server. It gives each request the token of another session and the
 * address of another household, so that no rate limit hides a fault, and counts the answers. `extra` answers a page
 * with a planted fault.
 */
export async function openScannerProxy(
  stage: WebTestEnvironment,
  extra?: (path: string) => Promise<{ status: number; body: string } | undefined>,
): Promise<ScannerProxy> {
  let tokens = await stage.tokensOf(SESSION_COUNT)
  let number = 0
  const statusCounts: StatusCounts = new Map()
  const count = (key: string, status: number) => {
    const statuses = statusCounts.get(key) ?? new Map<number, number>()
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    statusCounts.set(key, statuses)
  }
  const port = await serveHttp(async (incoming, reply) => {
    number += 1
    if (number % (SESSION_COUNT * 400) === 0) tokens = await stage.tokensOf(SESSION_COUNT)
    // The limits of failed attempts are not tested here.
    if (number % 4 === 0) await stage.db.$client.query('delete from attempts')
    const key = countedAs(incoming.method ?? '', incoming.url ?? '')
    const extraAnswer = await extra?.(incoming.url ?? '')
    if (extraAnswer) {
      count(key, extraAnswer.status)
      reply.writeHead(extraAnswer.status, { 'content-type': 'text/html' }).end(extraAnswer.body)
      return
    }
    const headers = {
      ...incoming.headers,
      host: `127.0.0.1:${stage.port}`,
      authorization: `Bearer ${tokens[number % tokens.length]}`,
      'x-forwarded-for': `10.${number % 250}.${Math.floor(number / 250) % 250}.7`,
    }
    const { method, url: target } = incoming
    const call = request(
      { port: stage.port, method, path: target, headers, insecureHTTPParser: true },
      (answer) => {
        count(key, answer.statusCode ?? 0)
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      },
    )
    call.on('error', () => {
      count(key, 0)
      if (!reply.headersSent) reply.writeHead(400)
      reply.end()
    })
    incoming.pipe(call)
  })
  return { url: `http://127.0.0.1:${port}`, statusCounts, clearCounts: () => statusCounts.clear() }
}

/** Formats the sums over all paths as '200 × 12, 400 × 340'. */
export function formatStatusCounts(statusCounts: StatusCounts): string {
  const sum = new Map<number, number>()
  for (const statuses of statusCounts.values())
    for (const [status, count] of statuses) sum.set(status, (sum.get(status) ?? 0) + count)
  return [...sum]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ')
}

export const countAnswers = (statusCounts: StatusCounts, isWanted: (status: number) => boolean): number =>
  [...statusCounts.values()]
    .flatMap((statuses) => [...statuses])
    .reduce((sum, [status, count]) => sum + (isWanted(status) ? count : 0), 0)
