import { api } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { subscribeCrashes } from './crashes.ts'

const CHROME_STACK = `TypeError: Cannot read properties of undefined (reading 'Martina')
    at Agenda (https://app.colegio.example/assets/AgendaPage-BMjFqPx3.js:1:2034)
    at a.b (https://app.colegio.example/assets/entry-C0_FGCcJ.js:2:77)`
const SAFARI_STACK = `Agenda@capacitor://localhost/assets/AgendaPage-BMjFqPx3.js:1:2034
@capacitor://localhost/assets/entry-C0_FGCcJ.js:2:77
[native code]`

function crashWithStack(stack: string, error = new TypeError('de Martina, 12.345.678-5')) {
  return Object.assign(error, { stack })
}
const fetchMock = vi.fn<(url: string, options: RequestInit) => Promise<Response>>()
const sentBodies = () => fetchMock.mock.calls.map(([, { body }]) => JSON.parse(body as string))
let report: (error: unknown) => Promise<void>

beforeEach(async () => {
  vi.resetModules() // a new start of the app
  ;({ reportCrash: report } = await import('./reportCrash.ts'))
  fetchMock.mockReset().mockResolvedValue(Response.json({ success: true, message: '' }))
  vi.stubGlobal('fetch', fetchMock)
  history.replaceState(null, '', '/app/agenda?evento=7')
})

describe('the report of a crash', () => {
  it.each([
    ['Chrome', CHROME_STACK],
    ['Safari', SAFARI_STACK],
  ])('names page, error and places in the code, and nothing that was written: %s', async (_, stack) => {
    await report(crashWithStack(stack))
    const [[url, { method, credentials } = {}] = []] = fetchMock.mock.calls
    expect([url, method, credentials]).toEqual([`${BASE_PATH}/client_errors`, 'POST', 'omit'])
    const [body] = sentBodies()
    expect(body).toEqual({
      version: expect.stringMatching(/^1\.0\.\d+$/),
      page: '/app/agenda',
      error: 'TypeError',
      stack: ['AgendaPage-BMjFqPx3.js:1:2034', 'entry-C0_FGCcJ.js:2:77'],
    })
    expect(z.safeParse(api.reportClientError.request, body).success).toBe(true)
  })

  it.each([
    [
      '/app/alumnos/12345678',
      crashWithStack(CHROME_STACK, new RangeError('x')),
      { page: 'other', error: 'RangeError' },
    ],
    [
      '/login/',
      crashWithStack(CHROME_STACK, Object.assign(new Error('x'), { name: 'Martina' })),
      { page: '/login', error: 'other' },
    ],
  ])('of %s has no word that is not on a list', async (path, error, expected) => {
    history.replaceState(null, '', path)
    await report(error)
    expect(sentBodies()).toEqual([expect.objectContaining(expected)])
  })

  it('has the first 8 stack frames', async () => {
    await report(crashWithStack(`Error\n${' at (https://a.example/assets/entry-C0.js:1:2)\n'.repeat(30)}`))
    expect(sentBodies()[0].stack).toHaveLength(8)
  })

  it.each([
    ['no error', 'Martina'],
    ['nothing', undefined],
    ['an extension’s error', crashWithStack('Error: x\n    at chrome-extension://abc/content.js:1:2')],
    ['an error without a stack', crashWithStack('')],
  ])('is not made of %s', async (_, error) => {
    await report(error)
    expect(fetchMock).not.toHaveBeenCalled()
  })

  it('is sent once per crash and start of the app, five at most', async () => {
    for (let time = 0; time < 3; time += 1) await report(crashWithStack(CHROME_STACK))
    expect(fetchMock).toHaveBeenCalledOnce()
    for (let line = 1; line < 9; line += 1) await report(crashWithStack(`at (/assets/entry-C0.js:${line}:1)`))
    expect(fetchMock).toHaveBeenCalledTimes(5)
  })

  it('is dropped without a network and not sent later', async () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await report(crashWithStack(CHROME_STACK))
    isOnline.mockRestore()
    await report(crashWithStack(CHROME_STACK))
    expect(fetchMock).not.toHaveBeenCalled()
  })
})

describe('an uncaught error', () => {
  it('is reported if it was thrown or rejected', async () => {
    subscribeCrashes()
    dispatchEvent(new ErrorEvent('error', { error: crashWithStack(CHROME_STACK) }))
    dispatchEvent(
      Object.assign(new Event('unhandledrejection'), {
        reason: crashWithStack(SAFARI_STACK, new RangeError('x')),
      }),
    )
    await expect.poll(() => sentBodies().map(({ error }) => error)).toEqual(['TypeError', 'RangeError'])
  })
})
