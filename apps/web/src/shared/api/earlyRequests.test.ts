import { api as calls } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import code from '../../../public/earlyRequests.js?raw'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { dispatch } from '../session/store.ts'
import { sendCall } from './api.ts'

const studentRequest = { student_id: 1 }
const periods = [
  { id: 7, name: '1° Semestre' },
  { id: 8, name: '2° Semestre' },
]
const pathOf = (name: 'getSubPeriods' | 'getPeriodQualifications') => BASE_PATH + calls[name].path

/** Runs the script as the page of Calificaciones does. Returns the URLs that it requests, as they come. */
function runScript(address: string, responseTo: (url: URL) => Response | Promise<Response>): string[] {
  history.replaceState(null, '', address)
  const script = document.createElement('script')
  script.dataset.reads = pathOf('getSubPeriods')
  script.dataset.periodRead = pathOf('getPeriodQualifications')
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    urls.push(url.replace(location.origin + BASE_PATH, ''))
    expect(headers.authorization).toBe('Bearer token')
    return responseTo(new URL(url))
  })
  new Function(code)()
  return urls
}

const respondWithPeriods = ({ pathname }: URL) =>
  Response.json(pathname === pathOf('getSubPeriods') ? periods : { averages: [], average: null })

beforeEach(() => signedIn())
afterEach(() => {
  globalThis.earlyRequests = undefined
})

it('requests the sub-periods and the averages of the shown one, which the app then does not', async () => {
  const urls = runScript('/app/calificaciones?periodo=8', respondWithPeriods)
  await expect.poll(() => urls).toHaveLength(2)
  expect(urls).toEqual([
    '/qualifications/sub_periods?student_id=1',
    '/qualifications/period_qualifications/?student_id=1&establishment_sub_period_id=8',
  ])
  const api = fakeApi()
  expect(await sendCall(calls.getSubPeriods, studentRequest)).toEqual(periods)
  const period = { student_id: 1, establishment_sub_period_id: 8 }
  expect(await sendCall(calls.getPeriodQualifications, period)).toEqual({ averages: [], average: null })
  expect([api.received, earlyRequests?.hasResponses()]).toEqual([[], false])
})

it('sends nothing without a session, and nothing about a student whom the address changes', () => {
  expect(runScript('/app/calificaciones?alumno=2', respondWithPeriods)).toEqual([])
  dispatch({ type: 'signedOut' })
  expect(runScript('/app/calificaciones', respondWithPeriods)).toEqual([])
})

it('gives no response to another session, nor twice', async () => {
  runScript('/app/calificaciones', respondWithPeriods)
  const url = `${location.origin}${pathOf('getSubPeriods')}?student_id=1`
  const request = (token: string) => new Request(url, { headers: { authorization: `Bearer ${token}` } })
  expect(earlyRequests?.take(request('other'))).toBeUndefined()
  expect((await earlyRequests?.take(request('token')))?.status).toBe(200)
  expect(earlyRequests?.take(request('token'))).toBeUndefined()
})

it('leaves a failure to the app, which sends the request again', async () => {
  runScript('/app/calificaciones', () => Promise.reject(new TypeError('Failed to fetch')))
  const api = fakeApi()
  api.respond('getSubPeriods', periods)
  expect(await sendCall(calls.getSubPeriods, studentRequest)).toEqual(periods)
  expect(api.count('getSubPeriods')).toBe(1)
})

it('hands on a refusal as it came', async () => {
  runScript('/app/calificaciones', () => Response.json({ success: false, message: 'No' }, { status: 400 }))
  const api = fakeApi()
  await expect(sendCall(calls.getSubPeriods, studentRequest)).rejects.toMatchObject({
    message: 'No',
    status: 400,
  })
  expect(api.received).toEqual([])
})

it('gives no data to a call whose session has ended', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  runScript('/app/calificaciones', () => promise)
  fakeApi()
  const call = sendCall(calls.getSubPeriods, studentRequest)
  await Promise.resolve()
  dispatch({ type: 'signedOut' })
  resolve(Response.json(periods))
  await expect(call).rejects.toMatchObject({ code: 'timeout' })
})
