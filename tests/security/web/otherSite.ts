import { BASE_PATH } from '@apoderados/contract/calls/call'
import type { Page } from '@playwright/test'
import { signInWithToken } from './watch.ts'
import { serveHttp, verdictOf, type WebTestEnvironment, type WebVerdict } from './webEnvironment.ts'

/** Reads the state that the requests of the other site could change. */
const STATE_QUERY = `select json_build_object(
  'sessions', (select json_agg(s order by id) from (select id, revoked_at from sessions) s),
  'push', (select json_agg(p order by token_hash) from push_tokens p),
  'passwords', (select json_agg(p order by id) from (select id, password_hash, password_changed_at from parents) p),
  'codes', (select count(*) from recovery_codes), 'mails', (select count(*) from mails),
  'devices', (select count(*) from known_devices), 'attempts', (select count(*) from attempts)) as state`

const FORGED_CALLS: [path: string, body: object][] = [
  ['/auth/login', { email: 'apoderada@example.com', password: 'demo1234' }],
  ['/auth/recovery', { email: 'apoderada@example.com' }],
  ['/auth/recovery_confirm', { email: 'apoderada@example.com', token: 'x', new_password: 'otra-clave-1' }],
  ['/auth/change_password', { current_password: 'demo1234', new_password: 'otra-clave-1' }],
  ['/auth/push_token', { token: 'ajeno' }],
]

/**
 * Runs in the page of another site: sends the calls in ways that need no preflight, and in ways that need one. Returns
 * the answers that the page could read.
 */
async function sendFromOtherSite({
  api,
  calls,
}: {
  api: string
  calls: [string, object][]
}): Promise<string[]> {
  const read: string[] = []
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
  for (const [path, body] of calls) {
    const text = JSON.stringify(body)
    for (const enctype of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
      const form = document.createElement('form')
      const frame = document.createElement('iframe')
      frame.name = `f${Math.random()}`
      Object.assign(form, { method: 'post', action: api + path, target: frame.name, enctype })
      const field = document.createElement('input')
      // A form of the type text/plain sends the name and the value of this field as valid JSON: {"email": …, "x":"="}
      Object.assign(field, { name: `${text.slice(0, -1)},"x":"`, value: '"}' })
      form.append(field)
      document.body.append(frame, form)
      form.submit()
      await pause()
    }
    for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded', '']) {
      for (const mode of ['no-cors', 'cors'] as const) {
        const headers = type ? { 'content-type': type } : undefined
        const options = { method: 'POST', mode, credentials: 'include', body: text } as const
        const answer = await fetch(api + path, { ...options, ...(headers && { headers }) }).catch(
          () => undefined,
        )
        if (answer && answer.type !== 'opaque') read.push(`${mode} ${type} ${path}: ${answer.status}`)
      }
    }
    navigator.sendBeacon(api + path, text)
  }
  for (const path of ['/auth/sessions/current', '/auth/logout', '/auth/push_token', '/auth/profile']) {
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(api + path, { method, credentials: 'include' }).catch(() => undefined)
      if (answer) read.push(`${method} ${path}: ${answer.status}`)
    }
    new Image().src = api + path
  }
  await pause()
  return read
}

/**
 * Checks that the page of another site changes and reads nothing in a browser in which the parent is signed in
 * (R18).
 */
export async function checkOtherSites(stage: WebTestEnvironment): Promise<WebVerdict> {
  const faults: string[] = []
  const port = await serveHttp((_, reply) => {
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.end('<!doctype html><title>Ajeno</title><body>')
  }, 'localhost')
  const context = await stage.browser.newContext({ serviceWorkers: 'block', baseURL: stage.url })
  const page = await context.newPage()
  const [jwt = ''] = await stage.tokensOf(1)
  await signInWithToken({ page }, stage, jwt)
  let arrived = 0
  const count = () => {
    arrived += 1
  }
  stage.app.server.on('request', count)
  const stateNow = async () => JSON.stringify((await stage.db.$client.query(STATE_QUERY)).rows)
  const before = await stateNow()
  for (const origin of [`http://localhost:${port}`, 'null']) {
    await page.goto(`http://localhost:${port}/`)
    const target = origin === 'null' ? await createSandboxedFrame(page) : page.mainFrame()
    const read = await target.evaluate(sendFromOtherSite, { api: stage.url + BASE_PATH, calls: FORGED_CALLS })
    faults.push(...read.map((answer) => `${origin} could read ${answer}`))
  }
  stage.app.server.off('request', count)
  if ((await stateNow()) !== before) faults.push('something was changed in the database')
  const cookies = await context.cookies()
  if (cookies.length > 0) faults.push(`there are cookies: ${cookies.map(({ name }) => name)}`)
  await context.close()
  if (arrived === 0) faults.push('none of the requests arrived')
  return verdictOf(faults, `${arrived} requests of another site's page arrived, none changed or read a thing`)
}

/** Creates a frame with the origin 'null'. */
async function createSandboxedFrame(page: Page) {
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts allow-forms')
    frame.src = '/sandboxed'
    document.body.append(frame)
  })
  const element = await page.waitForSelector('iframe[sandbox]', { state: 'attached' })
  const frame = await element.contentFrame()
  if (!frame) throw new Error('no frame in a sandbox')
  await frame.waitForLoadState()
  return frame
}
