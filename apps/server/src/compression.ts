import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Two packets: a shorter answer arrives no sooner for being compressed. */
const BYTES_MIN = 2_048
const BROTLI_QUALITY = 3
const GZIP_LEVEL = 3
/** 64 KiB, more than our longest answers. */
const WINDOW_BITS = 16

const takes = (accepted: string, encoding: string) =>
  accepted.split(',').some((item) => {
    const [name = '', ...parameters] = item.split(';')
    return name.trim() === encoding && !parameters.some((text) => /^\s*q=0(\.0*)?\s*$/.test(text))
  })

const brotli = (text: string) =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  })
const gzip = (text: string) => gzipSync(text, { level: GZIP_LEVEL })

/**
 * Long JSON as brotli or gzip, in one go: a stream for each answer costs five times as much, keeps megabytes, and
 * waits behind the passwords for a thread. Files lie compressed beside themselves or gain nothing.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < BYTES_MIN) return done(null, payload)
    const vary = reply.getHeader('vary')
    reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
    const accepted = `${request.headers['accept-encoding'] ?? ''}`
    const encoding = ['br', 'gzip'].find((name) => takes(accepted, name))
    if (!encoding) return done(null, payload)
    reply.header('content-encoding', encoding)
    done(null, encoding === 'br' ? brotli(payload) : gzip(payload))
  })
}
