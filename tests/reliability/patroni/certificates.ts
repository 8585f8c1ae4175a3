import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { UNPRIVILEGED_ID } from '@apoderados/tests-support/environment/database.ts'
import { newFolder } from '../../support/suite.ts'

const VALID_DAYS = '2'
const keyOptions = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
const runOpenssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })

/** The paths of the files that the examples call ca.crt, server.crt and server.key. */
export type Certificates = { ca: string; cert: string; key: string }

/** Makes an authority and the certificate of 127.0.0.1, at which all machines of this suite are; Patroni calls it localhost. */
export function makeCertificates(): Certificates {
  const folder = newFolder('rel-tls')
  const path = (name: string) => join(folder, name)
  const [ca, caKey, cert, key] = [path('ca.crt'), path('ca.key'), path('server.crt'), path('server.key')]
  const authority = ['-subj', '/CN=Apoderados', '-keyout', caKey, '-out', ca, '-days', VALID_DAYS]
  runOpenssl('req', '-x509', ...keyOptions, ...authority)
  runOpenssl('req', ...keyOptions, '-subj', '/CN=database', '-keyout', key, '-out', path('server.csr'))
  writeFileSync(path('names'), 'subjectAltName=IP:127.0.0.1,DNS:localhost')
  const issuer = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-days', VALID_DAYS]
  runOpenssl('x509', '-req', '-in', path('server.csr'), ...issuer, '-extfile', path('names'), '-out', cert)
  chownSync(key, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  chmodSync(key, 0o600)
  chmodSync(folder, 0o755)
  return { ca, cert, key }
}

/** Returns the example with the paths of these certificates. */
export const withCertificates = (text: string, { ca, cert, key }: Certificates): string =>
  text
    .replaceAll(/\/etc\/\w+(\/tls)?\/ca\.crt/g, ca)
    .replaceAll(/\/etc\/\w+\/tls\/server\.crt/g, cert)
    .replaceAll(/\/etc\/\w+\/tls\/server\.key/g, key)

type Response = { status: number | undefined; body: string }

/** Sends a request that checks the server's certificate; with a client's own certificate if `identity` is given. */
export function requestTls(
  url: string,
  { ca, ...options }: RequestOptions & { ca: string; identity?: Certificates },
  body?: string,
): Promise<Response> {
  const { identity, ...rest } = options
  const own = identity && { cert: readFileSync(identity.cert), key: readFileSync(identity.key) }
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { ca: readFileSync(ca), timeout: 2_000, agent: false, ...own, ...rest },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode, body: text }))
        response.on('error', reject)
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no response')))
    sent.on('error', reject)
    sent.end(body)
  })
}
