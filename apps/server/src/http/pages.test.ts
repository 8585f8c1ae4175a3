import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { setupServer } from '@apoderados/testing/testServer'
import { afterEach, describe, expect, it, vi } from 'vitest'

const webRoot = mkdtempSync(join(tmpdir(), 'apoderados-web-'))
let buildCount = 0
function writeBuild(text: string): void {
  const files = { '': text, '.br': brotliCompressSync(text), '.gz': gzipSync(text) }
  buildCount += 1
  for (const [ending, bytes] of Object.entries(files)) {
    writeFileSync(join(webRoot, `login.html${ending}`), bytes)
    utimesSync(join(webRoot, `login.html${ending}`), buildCount, buildCount)
  }
}
writeBuild('<!doctype html><title>Primera</title>')
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>App</title>')
const server = setupServer({ webRoot, corsOrigins: ['https://colegio.cl'] })
const ask = (headers: Record<string, string> = {}, url = '/login') => server().app.inject({ url, headers })
const letASecondPass = () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_001)
afterEach(() => vi.restoreAllMocks())

describe('a page', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
    ['', undefined, (body: Buffer) => body],
  ])('is sent for the encodings "%s" as %s', async (accepted, encoding, open) => {
    const { headers, rawPayload } = await ask({ 'accept-encoding': accepted, origin: 'https://colegio.cl' })
    expect([headers['content-encoding'], headers['cache-control']]).toEqual([encoding, 'no-cache'])
    expect(`${headers.vary}`.toLowerCase()).toBe('origin, accept-encoding')
    expect(open(rawPayload).toString()).toContain('<title>Primera</title>')
  })

  it('is not sent again if the browser has it', async () => {
    const { headers } = await ask()
    const revalidated = await ask({ 'if-none-match': `"otra", ${headers.etag}` })
    expect([revalidated.statusCode, revalidated.body, revalidated.headers.etag]).toEqual([
      304,
      '',
      headers.etag,
    ])
    expect((await ask({ 'if-none-match': `${headers.etag}`.slice(2) })).statusCode).toBe(304)
    expect((await ask({ 'if-none-match': '"otra"' })).statusCode).toBe(200)
  })

  it('is the app’s own if no build has made it', async () => {
    const { statusCode, body } = await ask({}, '/app/no-existe')
    expect([statusCode, body]).toEqual([200, '<!doctype html><title>App</title>'])
  })

  it('is that of a new build within a second, and the old one while its files are missing', async () => {
    const before = await ask()
    rmSync(join(webRoot, 'login.html'))
    letASecondPass()
    expect((await ask()).body).toBe(before.body)
    writeBuild('<!doctype html><title>Segunda</title>')
    expect((await ask()).body).toBe(before.body)
    letASecondPass()
    const after = await ask({ 'if-none-match': `${before.headers.etag}` })
    expect([after.statusCode, after.body]).toEqual([200, '<!doctype html><title>Segunda</title>'])
  })
})
