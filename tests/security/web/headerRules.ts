export type ResponseKind = 'api' | 'page' | 'asset' | 'photo' | 'plain'
type ResponseHeaders = Record<string, string | string[] | number | undefined>
/** `kind` selects the headers that are required beside the common ones. */
export type Probe = {
  name: string
  kind: ResponseKind
  expectedStatuses: number[]
  status: number
  headers: ResponseHeaders
}

const COMMON_RULES: [name: string, value: RegExp][] = [
  ['x-content-type-options', /^nosniff$/],
  ['strict-transport-security', /^max-age=31536000; includeSubDomains$/],
  ['x-request-id', /^[0-9a-f-]{36}$/],
]
/** Headers that calls go without: they tell a browser how to treat a page. */
const PAGE_RULES: [name: string, value: RegExp][] = [
  ['referrer-policy', /^no-referrer$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['permissions-policy', /^accelerometer=\(\), camera=\(\), (\S+=\(\), )*usb=\(\)$/],
]
const LOCKED_POLICY = /^default-src 'none'; frame-ancestors 'none'; sandbox$/
const RULES_BY_KIND: Record<ResponseKind, [name: string, value: RegExp][]> = {
  api: [
    ['cache-control', /^no-store$/],
    ['content-security-policy', LOCKED_POLICY],
  ],
  photo: [
    ['cache-control', /^private, no-cache$/],
    ['content-security-policy', LOCKED_POLICY],
    ['cross-origin-resource-policy', /^cross-origin$/],
  ],
  page: [
    ...PAGE_RULES,
    ['cache-control', /^no-cache$/],
    ['content-security-policy', /^default-src 'none';script-src 'self';/],
  ],
  asset: [...PAGE_RULES, ['cache-control', /^(public, max-age=31536000, immutable|no-cache)$/]],
  plain: PAGE_RULES,
}
/** The only cookie that a response may set: scripts cannot read it, and requests of other sites do not carry it. */
const PROOF_COOKIE = /^device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/

/** Headers that reveal the software of the server. */
const REVEALING_HEADERS = ['server', 'x-powered-by', 'x-aspnet-version', 'x-version', 'via']

export function headerFaultsOf({ name, kind, expectedStatuses: wanted, status, headers }: Probe): string[] {
  const faults: string[] = []
  if (!wanted.includes(status)) faults.push(`${name}: ${status} instead of ${wanted.join(' or ')}`)
  for (const [header, value] of [...COMMON_RULES, ...RULES_BY_KIND[kind]]) {
    // A 304 repeats no headers that the browser has already stored.
    if (status === 304 && header !== 'x-request-id') continue
    if (!value.test(`${headers[header] ?? ''}`)) faults.push(`${name}: ${header} is ${headers[header]}`)
  }
  const revealing = REVEALING_HEADERS.filter((header) => headers[header] !== undefined)
  if (revealing.length > 0) faults.push(`${name}: reveals ${revealing.join(', ')}`)
  if (kind === 'api' && headers.etag !== undefined) faults.push(`${name}: has an ETag`)
  if ((status === 503 || status === 429) && headers['retry-after'] === undefined)
    faults.push(`${name}: says no time to come back`)
  if (status === 405 && headers.allow === undefined && kind === 'api') faults.push(`${name}: allows nothing`)
  const cookie = headers['set-cookie']
  if (cookie !== undefined && !(status === 200 && PROOF_COOKIE.test(`${cookie}`)))
    faults.push(`${name}: sets a cookie`)
  return faults
}
