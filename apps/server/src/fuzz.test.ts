import { api, type CallName } from '@apoderados/contract/api'
import { BASE_PATH } from '@apoderados/contract/call'
import { Confirmation } from '@apoderados/contract/primitives'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CAROLINA, useServer } from './testing/testServer.ts'

const server = useServer()
const RUNS = 3_000
const SESSIONS = 6

const fieldNames = [...new Set(Object.values(api).flatMap(({ request }) => Object.keys(request.shape)))]
const field = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fieldNames) }, fc.string())
const text = fc.oneof(
  fc.constantFrom(
    '1',
    '31',
    '0',
    '-1',
    '999999',
    '17/08/2026',
    '31/02/2026',
    CAROLINA,
    "' or 1=1 --",
    '\0',
    '\ud800',
    '../..',
  ),
  fc.string({ unit: 'binary' }),
)
const value = fc.oneof({ weight: 4, arbitrary: text }, fc.jsonValue())
const anyFields = fc.dictionary(field, value, { maxKeys: 5 })
const rightValue = (key: string) =>
  key.startsWith('date')
    ? fc.constantFrom('01/08/2026', '17/08/2026', '31/12/2026')
    : fc.constantFrom('1', '31', '9007199254740991')
/** The call's own fields with values mostly right, so that some requests come as far as the database. */
const ownFields = (name: CallName) =>
  fc.record(
    Object.fromEntries(
      Object.keys(api[name].request.shape).map((key) => [
        key,
        fc.oneof({ weight: 9, arbitrary: rightValue(key) }, value),
      ]),
    ),
  )
const request = fc.constantFrom(...(Object.keys(api) as CallName[])).chain((name) =>
  fc.record({
    name: fc.constant(name),
    method: fc.constantFrom(
      undefined,
      undefined,
      undefined,
      'GET',
      'POST',
      'DELETE',
      'PUT',
      'PATCH',
    ) as fc.Arbitrary<'GET' | 'POST' | undefined>,
    fields: fc.oneof(anyFields, ownFields(name)) as fc.Arbitrary<Record<string, unknown>>,
    session: fc.nat({ max: 2 * SESSIONS }),
    type: fc.constantFrom(
      'application/json',
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
    ),
    inPath: fc.oneof(fc.constant('0'.repeat(32)), text),
  }),
)

const asQuery = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([key, item]) => [key, typeof item === 'string' ? item : JSON.stringify(item)])
    .map((pair) => pair.map((part) => encodeURIComponent((part ?? '').toWellFormed())).join('='))
    .join('&')

/** No answer but our own: a known status, and on refusal the one shape with words fit to show (P3). */
it('answers whatever is sent in the contract’s terms, never with an error of its own', async () => {
  const tokens = await Promise.all(Array.from({ length: SESSIONS }, () => server().signIn(CAROLINA)))
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(request, async ({ name, method, fields, session, type, inPath }) => {
      const call = api[name]
      const endsSession = name === 'endSession' || name === 'logout'
      const jwt = endsSession ? undefined : tokens[session]
      const path = call.path.replace(/:\w+/g, encodeURIComponent(inPath.toWellFormed()))
      const isGet = (method ?? call.method) === 'GET'
      const answer = await server().app.inject({
        method: method ?? call.method,
        url: BASE_PATH + path + (isGet ? `?${asQuery(fields)}` : ''),
        ...(!isGet && { payload: JSON.stringify(fields) }),
        headers: {
          ...(!isGet && { 'content-type': type }),
          ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
        },
      })
      statuses.add(answer.statusCode)
      expect([200, 400, 401, 404, 405, 413, 414, 415, 429]).toContain(answer.statusCode)
      if (answer.statusCode === 200) return
      const refusal = Confirmation.parse(answer.json())
      expect(refusal.success).toBe(false)
      expect(answer.body).not.toMatch(/select |node_modules|\/src\/|Error:/)
    }),
    { numRuns: RUNS },
  )
  // It came through every gate, or it tried nothing.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 415]))
})
