import { type OfficeCallName, officeApi } from '@apoderados/contract/office/officeApi'
import { OFFICE_BASE_PATH } from '@apoderados/contract/office/officeCall'
import type { Database } from '@apoderados/core/db/client/open'
import { staff, staffFactors } from '@apoderados/core/db/tables/staff'
import { DEMO_PASSWORD } from '@apoderados/school-data/demo/families'
import { DEMO_TOTP_SECRET } from '@apoderados/school-data/demo/staff'
import { loadDemoStaff } from '@apoderados/server/demo/loadDemoStaff'
import { codeOf } from '@apoderados/server/office/auth/totp'
import { createOfficeApp } from '@apoderados/server/office/officeApp'
import type { LoadQueue } from '@apoderados/server/office/officeContext'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { OFFICE_ORIGIN, type TestServer } from './testServer.ts'

/** Where families open the app. */
export const PUBLIC_URL = 'https://apoderados.colegio.cl'

/** The e-mails of the demo's staff. */
export const DIRECTION = 'direccion@example.com'
export const SECRETARY = 'secretaria@example.com'
export const INSPECTION = 'inspectoria@example.com'

type Fields = Record<string, unknown>

/** A browser with the console open: it keeps the cookie, and sends it and its origin with each call. */
export function createOfficeBrowser(app: FastifyInstance, origin = OFFICE_ORIGIN) {
  let cookie: string | undefined

  async function send(name: OfficeCallName, fields: Fields = {}, { headers, ...rest }: InjectOptions = {}) {
    const { method, path } = officeApi[name]
    const inPath = path.replace(/:(\w+)/g, (_, field) => String(fields[field]))
    const others = Object.entries(fields).filter(([field]) => !path.includes(`:${field}`))
    const query = new URLSearchParams(
      others.map(([field, value]): [string, string] => [field, String(value)]),
    )
    const isGet = method === 'GET'
    const response = await app.inject({
      method,
      url: `${OFFICE_BASE_PATH}${inPath}${isGet && others.length > 0 ? `?${query}` : ''}`,
      ...(!isGet && others.length > 0 && { payload: Object.fromEntries(others) }),
      headers: {
        ...(!isGet && { origin, 'sec-fetch-site': 'same-origin' }),
        ...(cookie !== undefined && { cookie }),
        ...headers,
      },
      ...rest,
    })
    const sent = response.headers['set-cookie']
    if (typeof sent === 'string') cookie = sent.includes('Max-Age=0') ? undefined : sent.split(';')[0]
    return response
  }
  return {
    send,
    cookie: () => cookie,
    setCookie(value: string | undefined) {
      cookie = value
    },
  }
}

export type OfficeBrowser = ReturnType<typeof createOfficeBrowser>

/**
 * Opens the console of a test's server, with the demo's staff. `owner` owns the tables if `server` has another account.
 * Without `loadSettings` it takes no loads. It changes people with `writer`.
 */
export function setupOffice(
  server: () => TestServer,
  owner = server,
  loadSettings?: () => LoadQueue,
  writer: () => Database = () => owner().db,
) {
  let app: FastifyInstance | undefined
  const loadStaff = () => {
    const { db, services } = owner()
    return loadDemoStaff(db, services.keys, services.passwords)
  }
  beforeAll(async () => {
    await loadStaff()
    const { services } = server()
    const config = { trustProxy: [], logLevel: 'silent', officeUrl: OFFICE_ORIGIN, publicUrl: PUBLIC_URL }
    const loads = loadSettings?.()
    app = (await createOfficeApp(services, config, { loads, writer: writer() })).app
  })
  afterAll(() => app?.close())

  const browser = () => createOfficeBrowser(app as FastifyInstance)

  /** Returns a code of the demo's secret that was not used before. */
  async function freshCode(): Promise<string> {
    await owner().db.update(staffFactors).set({ last_step: 0 })
    return codeOf(DEMO_TOTP_SECRET)
  }

  /** Returns a browser in which a member of the demo's staff has given the password. */
  async function withPassword(email: string): Promise<OfficeBrowser> {
    const opened = browser()
    const response = await opened.send('signIn', { email, password: DEMO_PASSWORD })
    if (response.statusCode !== 200) throw new Error(`sign-in of ${email}: ${response.body}`)
    return opened
  }

  /** Returns a browser in which a member of the demo's staff is signed in. */
  async function signIn(email: string): Promise<OfficeBrowser> {
    const opened = await withPassword(email)
    const response = await opened.send('proveFactor', { code: await freshCode() })
    if (response.statusCode !== 200) throw new Error(`second factor of ${email}: ${response.body}`)
    return opened
  }

  /** Makes an account of the demo anew, after a test has reset or ended it. */
  async function restore(email: string): Promise<void> {
    await owner().db.delete(staff).where(eq(staff.email, email))
    await loadStaff()
  }

  return { app: () => app as FastifyInstance, browser, freshCode, withPassword, signIn, restore }
}
