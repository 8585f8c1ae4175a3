export type ResponseKind = 'api' | 'page' | 'asset' | 'photo' | 'plain'
type Headers = Record<string, string | string[] | number | undefined>
/** `kind` says what more than the common ones it must bring. */
export type Probe = { name: string; kind: ResponseKind; wanted: number[]; status: number; headers: Headers }

const COMMON: [name: string, value: RegExp][] = [
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^no-referrer$/],
  ['strict-transport-security', /^max-age=31536000; includeSubDomains$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['permissions-policy', /^accelerometer=\(\), camera=\(\), (\S+=\(\), )*usb=\(\)$/],
  ['x-request-id', /^[0-9a-f-]{36}$/],
]
const SHUT = /^default-src 'none'; frame-ancestors 'none'; sandbox$/
const OF_KIND: Record<ResponseKind, [name: string, value: RegExp][]> = {
  api: [
    ['cache-control', /^no-store$/],
    ['content-security-policy', SHUT],
    ['cross-origin-resource-policy', /^same-origin$/],
  ],
  photo: [
    ['cache-control', /^private, no-cache$/],
    ['content-security-policy', SHUT],
    ['cross-origin-resource-policy', /^cross-origin$/],
  ],
  page: [
    ['cache-control', /^no-cache$/],
    ['content-security-policy', /^default-src 'none';script-src 'self';/],
  ],
  asset: [['cache-control', /^(public, max-age=31536000, immutable|no-cache)$/]],
  plain: [],
}
/** The only cookie there is: no script and no other site has it. */
const PROOF_COOKIE = /^device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/

/** What tells a visitor more than he needs. */
const TELLING = ['server', 'x-powered-by', 'x-aspnet-version', 'x-version', 'via']

export function faultsOf({ name, kind, wanted, status, headers }: Probe): string[] {
  const faults: string[] = []
  if (!wanted.includes(status)) faults.push(`${name}: ${status} instead of ${wanted.join(' or ')}`)
  for (const [header, value] of [...COMMON, ...OF_KIND[kind]]) {
    // A redirect or an answer that is only 'not changed' says what the browser keeps already.
    if (status === 304 && header !== 'x-request-id') continue
    if (!value.test(`${headers[header] ?? ''}`)) faults.push(`${name}: ${header} is ${headers[header]}`)
  }
  const telling = TELLING.filter((header) => headers[header] !== undefined)
  if (telling.length > 0) faults.push(`${name}: tells ${telling.join(', ')}`)
  if (kind === 'api' && headers.etag !== undefined) faults.push(`${name}: has an ETag`)
  if ((status === 503 || status === 429) && headers['retry-after'] === undefined)
    faults.push(`${name}: says no time to come back`)
  if (status === 405 && headers.allow === undefined && kind === 'api') faults.push(`${name}: allows nothing`)
  const cookie = headers['set-cookie']
  if (cookie !== undefined && !(status === 200 && PROOF_COOKIE.test(`${cookie}`)))
    faults.push(`${name}: sets a cookie`)
  return faults
}
