import { describe, expect, it } from 'vitest'
import { faultOfLine } from './logLine.ts'

const answerLine = {
  ...{ level: 30, time: 1795262400000, msg: 'answered', reqId: '0f8fad5b-d9cb-469f-a165-70867728950e' },
  ...{ method: 'GET', route: '/documents/:id', status: 200, ms: 3, parent_id: 12345678 },
}
const faultOfLineWith = (extraFields: object) =>
  faultOfLine(JSON.stringify({ ...answerLine, ...extraFields }))

describe('a line of the log', () => {
  it('may contain the route, the status and ids', () => {
    expect(faultOfLineWith({})).toBeUndefined()
  })

  it.each([
    ['an unknown key', { headers: {} }],
    ['an address', { route: '/documents/0123' }],
    ['a RUT', { error: 'no student 12.345.678-5' }],
    ['a RUT', { error: 'no student 7654321-K' }],
    ['an e-mail', { error: 'no ana.perez@colegio.cl' }],
    ['a query', { at: 'at GET /grades?student_id=1' }],
    ['a token', { code: 'Bearer eyJhbGciOiJIUzI1NiJ9' }],
  ])('may not contain %s: %o', (what, extraFields) => {
    expect(faultOfLineWith(extraFields)).toContain(what)
  })
})
