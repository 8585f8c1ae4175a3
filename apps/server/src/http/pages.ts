import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasVersion } from './messages/etag.ts'

/** The page's file is checked for a new build at most once within this time. */
const RECHECK_MS = 1_000

/** The suffixes of a page's file and of the compressed copies that the build writes next to it, by encoding. */
const encodingSuffixes = { br: '.br', gzip: '.gz', identity: '' }
type Encoding = keyof typeof encodingSuffixes
const negotiator = new Negotiator<Encoding>({ supportedValues: Object.keys(encodingSuffixes) as Encoding[] })

type CachedPage = { modifiedMs: number; etag: string; bodies: Map<Encoding, Buffer> }

async function readPage(path: string, modifiedMs: number): Promise<CachedPage> {
  const bodies = new Map<Encoding, Buffer>([['identity', await readFile(path)]])
  for (const encoding of ['br', 'gzip'] as const) {
    const body = await readFile(path + encodingSuffixes[encoding]).catch(() => undefined)
    if (body) bodies.set(encoding, body)
  }
  const hash = createHash('sha256').update(bodies.get('identity') as Buffer)
  return { modifiedMs, etag: `W/"${hash.digest('base64url')}"`, bodies }
}

export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Returns a handler of the page in the file `path`, cached and, if accepted, compressed. Browsers revalidate it. */
export function createPageHandler(path: string): PageHandler {
  let cached: CachedPage | undefined
  let checkedMs = Number.NEGATIVE_INFINITY

  async function current(): Promise<CachedPage> {
    if (cached && performance.now() - checkedMs < RECHECK_MS) return cached
    checkedMs = performance.now()
    const modifiedMs = (await stat(path)).mtimeMs
    if (cached?.modifiedMs !== modifiedMs) cached = await readPage(path, modifiedMs)
    return cached
  }

  return async (request, reply) => {
    // The cached page is served while a build replaces the files.
    const { etag, bodies } = await current().catch((error) => {
      if (cached) return cached
      throw error
    })
    const vary = reply.getHeader('vary')
    reply.headers({
      'cache-control': 'no-cache',
      etag,
      vary: vary ? `${vary}, accept-encoding` : 'accept-encoding',
    })
    if (hasVersion(request, etag)) return reply.code(304).send()
    const encoding = negotiator.negotiate(request.headers['accept-encoding'] ?? '') ?? 'identity'
    const compressed = encoding === 'identity' ? undefined : bodies.get(encoding)
    if (compressed) reply.header('content-encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(compressed ?? bodies.get('identity'))
  }
}
