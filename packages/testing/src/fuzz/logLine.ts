import { api } from '@apoderados/contract/calls/api'
import { SECRET } from './requests.ts'

/**
 * All keys that a log line may have (R29). The rows below are the keys of every line, of a response, of a failure, of a
 * crash report and of sampling.
 */
const ALLOWED_KEYS = [
  'level',
  'time',
  'msg',
  'reqId',
  'method',
  'route',
  'status',
  'ms',
  'parent_id',
  'limit',
  'error',
  'code',
  'at',
  'stack',
  'client',
  'version',
  'page',
  'sampled',
]
const ALLOWED_ROUTES = [
  ...Object.values(api).map(({ path }) => path),
  '/healthz',
  '/readyz',
  'web',
  'unknown',
]

const FORBIDDEN_CONTENT: [what: string, pattern: RegExp][] = [
  ['a secret', new RegExp(SECRET)],
  ['a token', /eyJ[\w-]{10}/],
  ['an e-mail', /[\w.+-]@[\w-]+\.\w/],
  ['a RUT', /\b\d{1,2}\.?\d{3}\.?\d{3}-[\dkK]\b/],
  ['a query', /[?&][\w[\]%]+=/],
]

/** Names the forbidden content of a log line, as the end of a sentence; undefined if the line has none. */
export function faultOfLine(line: string): string | undefined {
  const fields = JSON.parse(line)
  const unknown = Object.keys(fields).find((key) => !ALLOWED_KEYS.includes(key))
  if (unknown) return `by an unknown key, ${unknown}`
  if (fields.route !== undefined && !ALLOWED_ROUTES.includes(fields.route)) return 'by an address'
  const [what] = FORBIDDEN_CONTENT.find(([, pattern]) => pattern.test(line)) ?? []
  return what && `which holds ${what}`
}
