import { api } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { sendCrashReport, watchCrashes } from './crashes.ts'

const CHROME = `TypeError: Cannot read properties of undefined (reading 'Martina')
    at Agenda (https://app.colegio.example/assets/AgendaPage-BMjFqPx3.js:1:2034)
    at a.b (https://app.colegio.example/assets/entry-C0_FGCcJ.js:2:77)`
const SAFARI = `Agenda@capacitor://localhost/assets/AgendaPage-BMjFqPx3.js:1:2034
@capacitor://localhost/assets/entry-C0_FGCcJ.js:2:77
[native code]`

function crashOf(stack: string, error = new TypeError('de Martina, 12.345.678-5')) {
  return Object.assign(error, { stack })
}
const sent = vi.fn<(url: string, options: RequestInit) => Promise<Response>>()
const bodies = () => sent.mock.calls.map(([, { body }]) => JSON.parse(body as string))
let report: (error: unknown) => Promise<void>

beforeEach(async () => {
  vi.resetModules() // a new start of the app
  ;({ reportCrash: report } = await import('./reportCrash.ts'))
  sent.mockReset().mockResolvedValue(Response.json({ success: true, message: '' }))
  vi.stubGlobal('fetch', sent)
  history.replaceState(null, '', '/app/agenda?evento=7')
})

describe('the report of a crash', () => {
  it.each([
    ['Chrome', CHROME],
    ['Safari', SAFARI],
  ])('names page, error and places in the code, and nothing that was written: %s', async (_, stack) => {
    await report(crashOf(stack))
    const [[url, { method, credentials } = {}] = []] = sent.mock.calls
    expect([url, method, credentials]).toEqual([`${BASE_PATH}/client_errors`, 'POST', 'omit'])
    const [body] = bodies()
    expect(body).toEqual({
      version: expect.stringMatching(/^1\.0\.\d+$/),
      page: '/app/agenda',
      error: 'TypeError',
      stack: ['AgendaPage-BMjFqPx3.js:1:2034', 'entry-C0_FGCcJ.js:2:77'],
    })
    expect(z.safeParse(api.reportClientError.request, body).success).toBe(true)
  })

  it.each([
    ['/app/alumnos/12345678', crashOf(CHROME, new RangeError('x')), { page: 'other', error: 'RangeError' }],
    [
      '/login/',
      crashOf(CHROME, Object.assign(new Error('x'), { name: 'Martina' })),
      { page: '/login', error: 'other' },
    ],
  ])('of %s has no word that is not on a list', async (path, error, expected) => {
    history.replaceState(null, '', path)
    await report(error)
    expect(bodies()).toEqual([expect.objectContaining(expected)])
  })

  it('has the first 8 stack frames', async () => {
    await report(crashOf(`Error\n${' at (https://a.example/assets/entry-C0.js:1:2)\n'.repeat(30)}`))
    expect(bodies()[0].stack).toHaveLength(8)
  })

  it.each([
    ['no error', 'Martina'],
    ['nothing', undefined],
    ['an extension’s error', crashOf('Error: x\n    at chrome-extension://abc/content.js:1:2')],
    ['an error without a stack', crashOf('')],
  ])('is not made of %s', async (_, error) => {
    await report(error)
    expect(sent).not.toHaveBeenCalled()
  })

  it('is sent once per crash and start of the app, five at most', async () => {
    for (let time = 0; time < 3; time += 1) await report(crashOf(CHROME))
    expect(sent).toHaveBeenCalledOnce()
    for (let line = 1; line < 9; line += 1) await report(crashOf(`at (/assets/entry-C0.js:${line}:1)`))
    expect(sent).toHaveBeenCalledTimes(5)
  })

  it('is dropped without a network and not sent later', async () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await report(crashOf(CHROME))
    isOnline.mockRestore()
    await report(crashOf(CHROME))
    expect(sent).not.toHaveBeenCalled()
  })

  it('does not report its own failure', async () => {
    sent.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(report(crashOf(CHROME))).resolves.toBeUndefined()
  })
})

describe('an uncaught error', () => {
  it('is reported if it was thrown or rejected', async () => {
    watchCrashes()
    dispatchEvent(new ErrorEvent('error', { error: crashOf(CHROME) }))
    dispatchEvent(
      Object.assign(new Event('unhandledrejection'), { reason: crashOf(SAFARI, new RangeError('x')) }),
    )
    await expect.poll(() => bodies().map(({ error }) => error)).toEqual(['TypeError', 'RangeError'])
  })

  it('is reported once the code for it has loaded', async () => {
    sendCrashReport(crashOf(CHROME))
    expect(sent).not.toHaveBeenCalled()
    await expect.poll(() => sent).toHaveBeenCalledOnce()
  })
})
