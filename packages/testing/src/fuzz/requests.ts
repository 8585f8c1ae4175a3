import { api, type CallName } from '@apoderados/contract/calls/api'
import { BASE_PATH, type Call } from '@apoderados/contract/calls/call'
import fc from 'fast-check'
import * as z from 'zod/mini'

/** A part of the generated passwords and of some other texts; no log line may contain it. */
export const SECRET = 'zx9secreto'

const callEntries = Object.entries(api) as [CallName, Call][]
const fieldNames = [...new Set(callEntries.flatMap(([, { request }]) => Object.keys(request.shape)))]

/**
 * Texts that a faulty server mishandles, such as injections, characters that PostgreSQL cannot store, and numbers at
 * the edge of their range.
 */
const hostileTexts = [
  "' or 1=1 --",
  "'; drop table parents; --",
  '../..',
  '%2e%2e%2f',
  '\0',
  '\ud800',
  '\u202e',
  '{{7*7}}',
  '<img src=x onerror=alert(1)>',
  'a'.repeat(300),
  '٣',
  '1e3',
  '-1',
  '0',
  '01',
  '9007199254740991',
  '9007199254740993',
  '99999999999999999999',
  'null',
  'true',
  '[]',
  '__proto__',
]
const anyText = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '1',
      '31',
      '2',
      '65',
      '999999',
      '17/08/2026',
      '31/02/2026',
      'apoderada@example.com',
      '12.345.678-5',
      '7654321-K',
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.constantFrom(SECRET, `${SECRET}@example.com`, `clave-${SECRET}`) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)
const anyValue = fc.oneof(
  { weight: 5, arbitrary: anyText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 7 }) },
)
/** An answer of a passkey that has the fields, but no valid signature. */
const anyPasskey = fc.record({
  id: fc.constantFrom('AAAA', SECRET),
  rawId: fc.constantFrom('AAAA', SECRET),
  type: fc.constantFrom('public-key', 'x'),
  response: fc.dictionary(
    fc.constantFrom('clientDataJSON', 'attestationObject', 'authenticatorData', 'signature'),
    fc.constantFrom('e30', 'AAAA', SECRET),
  ),
  clientExtensionResults: fc.constant({}),
})
const anyFieldName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...fieldNames, '__proto__', 'constructor', 'student_id[]') },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
)

/** Returns the id as the field has it: as text in a query, as a number in a body. */
const idOf = ({ shape }: Call['request'], name: string, id: number) =>
  z.safeParse(shape[name] as z.ZodMiniType, '1').success ? String(id) : id

/** Generates a plausible value of a field of the call, such as a date, an unknown code, or the id of a student. */
function validValue({ request }: Call, name: string): fc.Arbitrary<unknown> {
  if (name.startsWith('date')) return fc.constantFrom('01/08/2026', '17/08/2026', '31/12/2026')
  if (name === 'email')
    return fc.constantFrom('apoderada@example.com', 'otra.familia@example.com', `${SECRET}@example.com`)
  if (/password/.test(name)) return fc.constant(`clave-${SECRET}-27`)
  if (name === 'token') return fc.constantFrom('0000-0000-00000', `${SECRET}`)
  if (['id', 'session', 'session_id', 'passkey_id'].includes(name))
    return fc.constantFrom('0'.repeat(32), 'f'.repeat(32))
  if (name === 'expires') return fc.constantFrom('1795262400', '9999999999')
  if (name === 'passkey') return anyPasskey
  if (name === 'secret') return fc.constantFrom('0'.repeat(64), 'f'.repeat(64))
  if (name === 'signature') return fc.constant('x'.repeat(43))
  if (name === 'digest') return fc.constantFrom('never', 'daily', 'weekly')
  if (name === 'version') return fc.constantFrom('1.0.16', 1)
  if (name === 'students') return fc.constantFrom([], [{ student_id: 1, kinds: { grade: false } }])
  if (name.startsWith('quiet_')) return fc.constantFrom(null, '07:00', '21:00')
  if (name === 'show_detail') return fc.boolean()
  if (name === 'kind') return fc.constantFrom(null, 'grade')
  if (name === 'until') return fc.constant('2026-05-04T08:00:00.5-04:00')
  if (name === 'page') return fc.constantFrom('/login', 'other')
  if (name === 'error') return fc.constantFrom('TypeError', 'other')
  if (name === 'stack') return fc.constant(['entry-C0_FGCcJ.js:1:2034'])
  return fc.nat({ max: 90 }).map((id) => idOf(request, name, id + 1))
}

/** Generates the call's fields, each of which is occasionally invalid. */
const anyDeclaredFields = (call: Call) =>
  fc.record(
    Object.fromEntries(
      Object.keys(call.request.shape).map((key) => [
        key,
        fc.oneof({ weight: 12, arbitrary: validValue(call, key) }, { weight: 1, arbitrary: anyValue }),
      ]),
    ),
  )

/** Generates fields for a call: those that it declares, those and others, or only others. */
const anyFieldsOf = (call: Call) =>
  fc.oneof(
    { weight: 5, arbitrary: anyDeclaredFields(call) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(anyDeclaredFields(call), fc.dictionary(anyFieldName, anyValue, { maxKeys: 2 }))
        .map(([own, more]) => ({ ...own, ...more })),
    },
    { weight: 1, arbitrary: fc.dictionary(anyFieldName, anyValue, { maxKeys: 5 }) },
  ) as fc.Arbitrary<Record<string, unknown>>

/** Generates `usual`, which is `weight` times as frequent as all `others` together. */
const weightedChoice = <T>(weight: number, usual: T, ...others: T[]) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })

/** Generates headers that servers have wrongly trusted, or have failed on. */
const unusualHeaders = fc.dictionary(
  fc.constantFrom(
    'x-forwarded-for',
    'x-real-ip',
    'origin',
    'accept-encoding',
    'content-encoding',
    'host',
    'range',
    'if-none-match',
    'cookie',
    'x-http-method-override',
    'x-request-id',
    'accept',
    'referer',
    'x-device-proof',
  ),
  fc.constantFrom(
    'null',
    '*',
    'br',
    'gzip, br;q=0',
    'https://localhost',
    '127.0.0.1',
    '::',
    'bytes=0-',
    `sid=${SECRET}`,
    `device=${SECRET}`,
    `device=${'x'.repeat(43)}`,
    'x'.repeat(43),
    ' ',
    'PUT',
  ),
  { maxKeys: 2 },
)

/** The token that a request sends: valid, none, with a wrong signature, truncated, or in a header of another form. */
export type TokenKind = 'own' | 'none' | 'forged' | 'cut' | 'odd'
/** How the query or body is encoded: valid, with duplicate fields, truncated, not as fields, or nested. */
export type Encoding = 'right' | 'twice' | 'broken' | 'raw' | 'nested'

/** Generates a path that no call has, or a known path in an unusual form. */
const unusualPath = fc.oneof(
  fc.constantFrom(
    '/nada',
    '/auth',
    '/auth/login/x',
    '//',
    '/..;/',
    '/%00',
    '/%E0%A4',
    '/photos/',
    '/documents',
    '/auth/profile//',
    '/arrears;x=1',
    '/ARREARS',
  ),
  fc.webPath().map((path) => path.slice(0, 200)),
)

export const anyRequest = fc.constantFrom(...callEntries).chain(([name, call]) =>
  fc.record({
    name: fc.constant(name),
    method: weightedChoice<string | undefined>(
      8,
      undefined,
      'GET',
      'POST',
      'DELETE',
      'PUT',
      'PATCH',
      'HEAD',
      'OPTIONS',
    ),
    fields: anyFieldsOf(call),
    parent: fc.nat({ max: 5 }),
    session: fc.oneof(
      { weight: 10, arbitrary: fc.constant<TokenKind>('own') },
      { weight: 3, arbitrary: fc.constantFrom<TokenKind>('none', 'forged', 'cut', 'odd') },
    ),
    writing: weightedChoice<Encoding>(12, 'right', 'twice', 'broken', 'raw', 'nested'),
    type: weightedChoice(
      12,
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=x',
      '',
    ),
    headers: fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: unusualHeaders }),
    path: fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: unusualPath }),
    address: fc.ipV4(),
  }),
)
export type FuzzRequest = typeof anyRequest extends fc.Arbitrary<infer R> ? R : never

/** The longest text that still fits into a body or a URL with the other fields (R21). */
const TEXT_LENGTH_MAX = { body: 15_000, url: 1_800 }

/** Returns the largest count up to `max` that `isAccepted` accepts; 1 if it accepts none above. */
function largestAccepted(max: number, isAccepted: (count: number) => boolean): number {
  let [accepted, refused] = [1, max + 1]
  while (accepted + 1 < refused) {
    const middle = Math.floor((accepted + refused) / 2)
    if (isAccepted(middle)) accepted = middle
    else refused = middle
  }
  return accepted
}

/** Returns the longest forms of a text, and each with one sign more: one of its signs is repeated as often as allowed. */
function longestForms(text: string, max: number, isAccepted: (text: string) => boolean): string[] {
  const forms = Array.from(text, (sign, index) => {
    const repeat = (count: number) => text.slice(0, index) + sign.repeat(count) + text.slice(index + 1)
    const count = largestAccepted(max - text.length, (repeated) => isAccepted(repeat(repeated)))
    return [repeat(count), repeat(count + 1)]
  })
  return [...new Set(forms.flat())]
}

/** Returns valid fields of a call about the first student. */
const sampleFields = (call: Call): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(call.request.shape).map((key) => [
      key,
      key === 'student_id'
        ? idOf(call.request, key, 1)
        : fc.sample(validValue(call, key), { numRuns: 1, seed: 1 })[0],
    ]),
  )

/** Returns for each text of the contract's requests some with its longest forms, and with those one sign longer. */
export function longestRequests(): FuzzRequest[] {
  return callEntries.flatMap(([name, call]) => {
    const max = call.method === 'GET' ? TEXT_LENGTH_MAX.url : TEXT_LENGTH_MAX.body
    const fields = sampleFields(call)
    return Object.entries(fields).flatMap(([key, value]) => {
      const text = Array.isArray(value) ? value[0] : value
      if (typeof text !== 'string') return []
      const withText = (form: string) => ({ ...fields, [key]: Array.isArray(value) ? [form] : form })
      const isAccepted = (form: string) => call.request.safeParse(withText(form)).success
      return longestForms(text, max, isAccepted).map((form, index) => ({
        name,
        method: undefined,
        fields: withText(form),
        parent: 0,
        session: 'own' as const,
        writing: 'right' as const,
        type: 'application/json',
        headers: {},
        path: undefined,
        address: `10.50.${index % 250}.1`,
      }))
    })
  })
}

const encodeUrlPart = (part: unknown) =>
  encodeURIComponent((typeof part === 'string' ? part : (JSON.stringify(part) ?? '')).toWellFormed())
const DEEP_ARRAY = `${'['.repeat(500)}${']'.repeat(500)}`

/** Returns the path and query of the request. */
export function urlOf({ name, fields, path, method, writing }: FuzzRequest): string {
  const call = api[name]
  const inPath = call.path.replace(/:(\w+)/g, (_, key) => encodeUrlPart(fields[key] ?? ''))
  const base = BASE_PATH + (path ?? inPath)
  if ((method ?? call.method) !== 'GET') return base
  const pairs = Object.entries(fields)
    .filter(([key]) => !call.path.includes(`:${key}`))
    .map((pair) => pair.map(encodeUrlPart).join('='))
  const queries: Record<Encoding, string> = {
    right: pairs.join('&'),
    twice: [...pairs, ...pairs].join('&'),
    broken: `${pairs.join('&')}&%E0%A4&=&&`,
    raw: `?&${'a='.repeat(20)}`,
    nested: pairs.map((pair) => pair.replace('=', '[a][b]=')).join('&'),
  }
  return `${base}?${queries[writing]}`
}

export function bodyOf({ fields, writing }: FuzzRequest): string {
  const json = JSON.stringify(fields)
  const bodies: Record<Encoding, string> = {
    right: json,
    twice: json.replace('{', '{"email":1,'),
    broken: json.slice(0, -1),
    raw: `${SECRET}=1`,
    nested: DEEP_ARRAY,
  }
  return bodies[writing]
}
