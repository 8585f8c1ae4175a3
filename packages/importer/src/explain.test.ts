import { expect, it } from 'vitest'
import { explain } from './explain.ts'

/** Returns an error as Drizzle throws it, with the driver's error as its cause. */
const createDrizzleError = (code: string, message = '') =>
  new Error('Failed query: select secreto', { cause: Object.assign(new Error(message), { code }) })

it.each([
  ['08P01', 'unsupported startup parameter: options', /^En DATABASE_URL no contesta PostgreSQL mismo\. /],
  ['25006', 'cannot execute INSERT in a read-only transaction', /^La base de datos es de solo lectura\. /],
  ['57014', 'canceling statement due to statement timeout', /^La base de datos cortó la operación, /],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /no sirve \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. /],
  ['CERT_HAS_EXPIRED', 'certificate has expired', /no sirve \(CERT_HAS_EXPIRED\)\. /],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Host: x. is not cert’s', /no sirve \(ERR_TLS_CERT_ALTNAME_INVALID\)\. /],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify', /no sirve \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)\. /],
])('explains the database error %s in one line', (code, message, expectedText) => {
  const line = explain(createDrizzleError(code, message))
  expect(line).toMatch(expectedText)
  expect(line).not.toMatch(/\n|secreto/)
  expect(line).not.toContain(message)
})
