import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A build under a running server shows after so long. */
const LOOK_AGAIN_MS = 1_000

/** The file as it is, or the compressed twin that the build laid beside it. */
const endings = { br: '.br', gzip: '.gz', identity: '' }
type Encoding = keyof typeof endings
const negotiator = new Negotiator<Encoding>({ supportedValues: Object.keys(endings) as Encoding[] })

type Kept = { changedMs: number; etag: string; bodies: Map<Encoding, Buffer> }

async function read(path: string, changedMs: number): Promise<Kept> {
  const bodies = new Map<Encoding, Buffer>([['identity', await readFile(path)]])
  for (const encoding of ['br', 'gzip'] as const) {
    const body = await readFile(path + endings[encoding]).catch(() => undefined)
    if (body) bodies.set(encoding, body)
  }
  const hash = createHash('sha256').update(bodies.get('identity') as Buffer)
  return { changedMs, etag: `W/"${hash.digest('base64url')}"`, bodies }
}

export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Answers with the page at `path` out of memory: each visit asks for one anew, compressed where the visitor takes it. */
export function createPage(path: string): PageHandler {
  let kept: Kept | undefined
  let lookedMs = Number.NEGATIVE_INFINITY

  async function current(): Promise<Kept> {
    if (kept && performance.now() - lookedMs < LOOK_AGAIN_MS) return kept
    lookedMs = performance.now()
    const changedMs = (await stat(path)).mtimeMs
    if (kept?.changedMs !== changedMs) kept = await read(path, changedMs)
    return kept
  }

  return async (request, reply) => {
    // While a build replaces its files, what they were.
    const { etag, bodies } = await current().catch((error) => {
      if (kept) return kept
      throw error
    })
    const vary = reply.getHeader('vary')
    reply.headers({
      'cache-control': 'no-cache',
      etag,
      vary: vary ? `${vary}, accept-encoding` : 'accept-encoding',
    })
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    const encoding = negotiator.negotiate(request.headers['accept-encoding'] ?? '') ?? 'identity'
    const compressed = encoding === 'identity' ? undefined : bodies.get(encoding)
    if (compressed) reply.header('content-encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(compressed ?? bodies.get('identity'))
  }
}
