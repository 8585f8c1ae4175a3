import { BASE_PATH } from '@apoderados/contract/calls/call'
import { verdictOf, WEB_ORIGIN, type WebTestEnvironment, type WebVerdict } from './webEnvironment.ts'

const ALLOWED_ORIGINS = [WEB_ORIGIN, 'https://localhost', 'capacitor://localhost']

/** Origins that must be refused; most resemble an allowed one. */
const refusedOrigins = ({ port, url }: WebTestEnvironment): string[] => [
  'null',
  'https://ajeno.example',
  // The server's own origin gets no permission either, because browsers ask for none within the same origin.
  url,
  `http://localhost:${port}`,
  ...['app.example.com.ajeno.example', 'ajenoapp.example.com', 'app.example.computer', 'app-example.com'].map(
    (host) => `https://${host}`,
  ),
  'https://sub.app.example.com',
  'https://example.com',
  'https://app.example.com:8443',
  'https://app.example.com:443',
  'http://app.example.com',
  'HTTPS://APP.EXAMPLE.COM',
  'https://app.example.com/',
  'https://app.example.com.',
  'https://app.example.com@ajeno.example',
  'https://app.example.com%00.ajeno.example',
  'https://app.example.com, https://ajeno.example',
  'https://localhost:3000',
  'http://localhost',
  'https://localhost.ajeno.example',
  'capacitor://localhost.ajeno.example',
  'capacitor://ajeno.example',
  'ionic://localhost',
  'file://',
  'chrome-extension://abcdefghijklmnop',
  '*',
]

const REQUEST_METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH']
const REQUEST_PATHS = ['/auth/profile', '/auth/login', '/arrears?student_id=1', '/auth/push_token', '/nada']
const ALLOWED_METHODS = ['GET', 'POST', 'DELETE']

type CorsRequest = { origin: string; method: string; path: string; isPreflight: boolean }

/** Returns what is wrong with the response to a request; undefined if nothing is. */
async function faultOfRequest(
  environment: WebTestEnvironment,
  { origin, method, path, isPreflight }: CorsRequest,
): Promise<string | undefined> {
  const preflight = {
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type,x-otro',
  }
  const { headers } = await environment.app.inject({
    method: (isPreflight ? 'OPTIONS' : method) as 'GET',
    url: BASE_PATH + path,
    headers: { origin, ...(isPreflight && preflight) },
  })
  const isAllowed = ALLOWED_ORIGINS.includes(origin)
  const allowedOrigin = headers['access-control-allow-origin']
  if (allowedOrigin !== (isAllowed ? origin : undefined)) return `is answered with ${allowedOrigin}`
  if (headers['access-control-allow-credentials'] !== undefined) return 'is allowed credentials'
  if (!`${headers.vary ?? ''}`.toLowerCase().includes('origin')) return 'is answered without Vary: Origin'
  if (!isPreflight || !isAllowed) return undefined
  const methods = `${headers['access-control-allow-methods']}`.split(/, ?/).sort()
  if (methods.join() !== [...ALLOWED_METHODS].sort().join()) return `may use ${methods}`
  const allowedHeaders = `${headers['access-control-allow-headers']}`.toLowerCase()
  return allowedHeaders === 'authorization, content-type, x-device-proof'
    ? undefined
    : `may send ${allowedHeaders}`
}

/**
 * Sends REQUEST_METHODS from each origin to REQUEST_PATHS, as a preflight and as the request itself: only
 * ALLOWED_ORIGINS get permission (R18).
 */
export async function checkOrigins(environment: WebTestEnvironment): Promise<WebVerdict> {
  const faults: string[] = []
  const all = [...ALLOWED_ORIGINS, ...refusedOrigins(environment)]
  let requestCount = 0
  for (const origin of all)
    for (const path of REQUEST_PATHS)
      for (const method of REQUEST_METHODS)
        for (const isPreflight of [false, true]) {
          requestCount += 1
          const fault = await faultOfRequest(environment, { origin, method, path, isPreflight })
          if (fault)
            faults.push(`${origin} ${isPreflight ? 'asking before ' : ''}${method} ${path}: ${fault}`)
        }
  return verdictOf(
    faults,
    `${requestCount} requests of ${all.length} origins, ${ALLOWED_ORIGINS.length} allowed`,
  )
}
