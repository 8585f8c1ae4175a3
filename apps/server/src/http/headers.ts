import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/** What the web app's pages may load: this origin only, and no markup written by scripts (R20). */
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

/** The app uses none of a device's sensors and interfaces, so no script in its pages gets them (R20). */
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

/** Helmet says the same of every answer, so it is asked once. */
function askHelmet(): Record<string, string> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  helmet({ contentSecurityPolicy: pagePolicy, hsts: { maxAge: 31_536_000 } })(answer.req, answer, () => {})
  return { ...(answer.getHeaders() as Record<string, string>), 'permissions-policy': permissionsPolicy }
}

/** On every answer (R20). */
export const strictHeaders = askHelmet()

/** What a JSON answer or a file may do in a browser: nothing, and nobody keeps it (R15, R20, R27). */
export const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}
