import {
  type OfficeCallName,
  type OfficeRequestOf,
  type OfficeResponseOf,
  officeApi,
} from '@apoderados/contract/office/officeApi'
import { OFFICE_BASE_PATH } from '@apoderados/contract/office/officeCall'
import { vi } from 'vitest'
import * as z from 'zod/mini'

const callNames = Object.keys(officeApi) as OfficeCallName[]

type Reply = (request: never) => Response

function matchCall(method: string, path: string) {
  for (const name of callNames) {
    const call = officeApi[name]
    const pattern = new RegExp(`^${call.path.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
    const found = call.method === method ? pattern.exec(path) : null
    if (found) return { name, inPath: { ...found.groups } }
  }
  throw new Error(`${method} ${path} is not in the table`)
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'x-request-id': 'req-1' } })

/** A fake server that accepts only requests that match the contract; a call's replies are used in order, the last repeats. */
export function fakeOffice() {
  const replies = new Map<OfficeCallName, Reply[]>()
  const received: { name: OfficeCallName; request: unknown }[] = []
  const add = (name: OfficeCallName, reply: Reply) => replies.set(name, [...(replies.get(name) ?? []), reply])

  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const { pathname, searchParams } = new URL(url, location.origin)
    const { name, inPath } = matchCall(method, pathname.replace(OFFICE_BASE_PATH, ''))
    const fields = {
      ...Object.fromEntries(searchParams),
      ...JSON.parse(typeof body === 'string' ? body : '{}'),
      ...inPath,
    }
    const request = z.parse(officeApi[name].request as z.ZodMiniType, fields)
    received.push({ name, request })
    const [next, ...later] = replies.get(name) ?? []
    if (later.length > 0) replies.set(name, later)
    if (!next) throw new Error(`no reply was added for ${name}`)
    return next(request as never)
  })

  return {
    /** The requests of a call, in their order. */
    requestsOf: <N extends OfficeCallName>(name: N) =>
      received.filter((call) => call.name === name).map(({ request }) => request as OfficeRequestOf<N>),
    respond: <N extends OfficeCallName>(name: N, body: OfficeResponseOf<N>) =>
      void add(name, () => json(200, z.parse(officeApi[name].response as z.ZodMiniType, body))),
    refuse: (name: OfficeCallName, status: number, message: string, more: object = {}) =>
      void add(name, () => json(status, { success: false, message, ...more })),
    breakLine: (name: OfficeCallName) =>
      void add(name, () => {
        throw new TypeError('Failed to fetch')
      }),
  }
}
