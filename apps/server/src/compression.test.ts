import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { compressAnswers } from './compression.ts'

const long = { text: 'Ñandú '.repeat(400) }
const app = Fastify()
compressAnswers(app)
app.get('/long', async () => long)
app.get('/short', async () => ({ text: 'Ñandú' }))
app.get('/file', async (_request, reply) => reply.send(Buffer.alloc(4_096)))

const ask = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

describe('an answer', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.0', undefined],
    ['deflate', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('to who accepts %s is encoded as %s', async (accepted, encoding) => {
    const answer = await ask('/long', accepted)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toBe('accept-encoding')
    const read = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((bytes: Buffer) => bytes)
    expect(JSON.parse(read(answer.rawPayload).toString())).toEqual(long)
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
  })

  test('of two packets or less goes as it is, and so does a file', async () => {
    for (const url of ['/short', '/file'])
      expect((await ask(url, 'br')).headers['content-encoding']).toBeUndefined()
  })
})
