import { api } from '@apoderados/contract/api'
import { SECRET } from './requests.ts'

/** All that a line may tell (R29): of every one, of an answer, of a failure, of the app's crash. */
const KEYS = [
  ...['level', 'time', 'msg', 'reqId'],
  ...['method', 'route', 'status', 'ms', 'parent_id', 'limit'],
  ...['error', 'code', 'at', 'stack'],
  ...['client', 'version', 'page'],
]
const ROUTES = [...Object.values(api).map(({ path }) => path), '/healthz', '/readyz', 'web', 'unknown']

const PERSONAL: [what: string, pattern: RegExp][] = [
  ['a secret', new RegExp(SECRET)],
  ['a token', /eyJ[\w-]{10}/],
  ['an e-mail', /[\w.+-]@[\w-]+\.\w/],
  ['a RUT', /\b\d{1,2}\.?\d{3}\.?\d{3}-[\dkK]\b/],
  ['a query', /[?&][\w[\]%]+=/],
]

/** What a line of the log tells and may not; undefined for nothing. */
export function faultOfLine(line: string): string | undefined {
  const told = JSON.parse(line)
  const unknown = Object.keys(told).find((key) => !KEYS.includes(key))
  if (unknown) return `by a key that nobody knows, ${unknown}`
  if (told.route !== undefined && !ROUTES.includes(told.route)) return 'by an address'
  const [what] = PERSONAL.find(([, pattern]) => pattern.test(line)) ?? []
  return what && `which holds ${what}`
}
