import { api } from '@apoderados/contract/calls/api'
import { SECRET } from './requests.ts'

/**
 * All keys that a log line may have (R29), one row each: those of every line, of an answer, of a failure, of a crash
 * report and of telemetry.
 */
const KEYS = [
  ...['level', 'time', 'msg', 'reqId'],
  ...['method', 'route', 'status', 'ms', 'parent_id', 'limit'],
  ...['error', 'code', 'at', 'stack'],
  ...['client', 'version', 'page'],
  ...['trace_id', 'sampled', 'signal'],
]
const ROUTES = [...Object.values(api).map(({ path }) => path), '/healthz', '/readyz', 'web', 'unknown']

const PERSONAL: [what: string, pattern: RegExp][] = [
  ['a secret', new RegExp(SECRET)],
  ['a token', /eyJ[\w-]{10}/],
  ['an e-mail', /[\w.+-]@[\w-]+\.\w/],
  ['a RUT', /\b\d{1,2}\.?\d{3}\.?\d{3}-[\dkK]\b/],
  ['a query', /[?&][\w[\]%]+=/],
]

/** Returns the kind of forbidden content in a log line; undefined if it has none. */
export function faultOfLine(line: string): string | undefined {
  const fields = JSON.parse(line)
  const unknown = Object.keys(fields).find((key) => !KEYS.includes(key))
  if (unknown) return `by an unknown key, ${unknown}`
  if (fields.route !== undefined && !ROUTES.includes(fields.route)) return 'by an address'
  const [what] = PERSONAL.find(([, pattern]) => pattern.test(line)) ?? []
  return what && `which holds ${what}`
}
