import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { type Certificate, startProxy } from '@apoderados/tests-support/environment/api.ts'
import { findPrograms, startProgram, waitUntil } from '@apoderados/tests-support/environment/programs.ts'
import { storedSession } from '../../e2e/support/storedSession.ts'
import { newFolder } from '../../support/suite.ts'
import { buildHello } from './hello.ts'

export type WebBenchmark = {
  /** Creates a folder for a part of the run and returns its path. */
  folder: (name: string) => string
  url: string
  helloUrl: string
  /** What the device of a signed-in parent stores (spec §3). */
  session: Record<string, string>
  certificate: Certificate
}

const API = '/api/v1/mobile/parent'

async function signIn(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}${API}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'apoderada@example.com', password: 'demo1234' }),
  })
  const { jwt, parent } = (await response.json()) as {
    jwt: string
    parent: Parameters<typeof storedSession>[1]
  }
  return storedSession(jwt, parent)
}

export async function prepareWebBenchmark(): Promise<WebBenchmark> {
  const root = newFolder('bench-web')
  const folder = (name: string) => {
    const path = join(root, name)
    mkdirSync(path, { recursive: true })
    return path
  }
  await buildHello(folder('hello'))
  const server = startProgram(process.execPath, [join(import.meta.dirname, 'server.ts'), folder('hello')])
  const addresses = () => /^ready (\S+) (\S+)$/m.exec(server.output())
  await waitUntil(() => addresses() !== null, 'the server', server)
  const [, apiUrl = '', apiHelloUrl = ''] = addresses() ?? []
  const certificate = makeCertificate(folder('tls'))
  const { nginx } = findPrograms()
  const startNginxFor = async (name: string, address: string) =>
    (await startProxy(nginx, { ports: [Number(new URL(address).port)], folder: folder(name), certificate }))
      .url
  return {
    folder,
    url: await startNginxFor('nginx', apiUrl),
    helloUrl: await startNginxFor('nginx-hello', apiHelloUrl),
    session: await signIn(apiUrl),
    certificate,
  }
}

/** Makes a certificate that only the benchmark trusts. */
function makeCertificate(folder: string): Certificate {
  const [path, keyPath] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyPath]
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...key, ...name, '-out', path], { stdio: 'ignore' })
  return { path, keyPath }
}

/**
 * Returns a file's encoding and size as a browser receives it: 'br 1.8 KB'. @throws if the file is not
 * compressed with brotli, or is compressed twice
 */
export async function encodingOf(url: string, certificate: Certificate): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const headers = { 'accept-encoding': 'gzip, deflate, br' }
  const clientRequest = request(url, { headers, ca: readFileSync(certificate.path) }, async (response) => {
    const compressed = await buffer(response)
    const { 'content-encoding': encoding } = response.headers
    if (encoding !== 'br') return reject(new Error(`${url} came as ${encoding ?? 'it is'}`))
    const start = brotliDecompressSync(compressed).subarray(0, 4).toString()
    if (!/^[\x20-\x7e]{4}$/.test(start)) return reject(new Error(`${url} is packed twice`))
    resolve(`br ${(compressed.length / 1000).toFixed(1)} KB`)
  })
  clientRequest.on('error', reject).end()
  return promise
}
