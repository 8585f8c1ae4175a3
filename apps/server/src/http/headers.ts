import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/**
 * The content security policy of the web app's pages: they load from this origin alone, except pictures from `blob:`
 * and `data:`, and scripts insert HTML strings only through the Trusted Types policy `apoderados` (R20).
 */
export const pagePolicy = {
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:'],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['apoderados'],
  },
}

/** Device features that the app does not use; the permissions policy denies them to every script (R20). */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
const permissionsPolicy = UNUSED_FEATURES.map((name) => `${name}=()`).join(', ')

/** Runs Helmet once at start, because its headers are the same for every response. */
function helmetHeaders(): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet({
    contentSecurityPolicy: pagePolicy,
    hsts: { maxAge: 31_536_000 },
    frameguard: { action: 'deny' },
  })(response.req, response, () => {})
  return { ...(response.getHeaders() as Record<string, string>), 'permissions-policy': permissionsPolicy }
}

/** The security headers of every response (R20); `apiHeaders` and a call's policy replace some of them. */
export const strictHeaders = helmetHeaders()

/**
 * Headers that only matter for pages; API responses omit them, which saves a phone data. `crossOriginHeaderNames` are
 * omitted only from responses to the app's own origin.
 */
export const pageHeaderNames = [
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]
export const crossOriginHeaderNames = ['access-control-expose-headers', 'vary']

/** Headers of API responses: a browser runs none, and stores none unless the call's policy allows it (R15, R20, R27). */
export const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}
