import { throwIfAborted } from '../../support/suite.ts'
import { payloads } from './payloads.ts'
import { openWatchedPage, signInWithToken, type WatchedPage } from './watch.ts'
import { verdictOf, type WebTestEnvironment, type WebVerdict } from './webEnvironment.ts'

const CHANGE_PASSWORD_PAGE = '/auth/cambiar_contraseña'
const EFFECT_WAIT_MS = 60
/** The payloads that fit into an address, because the server refuses longer ones (R21). */
const shortPayloads = payloads.filter((payload) => encodeURIComponent(payload).length < 900)
/** Addresses that would redirect elsewhere if they were trusted. */
const REDIRECTING_ADDRESSES = [
  '//ajeno.example/',
  '/%2f%2fajeno.example/',
  '/\\ajeno.example/',
  '/app//ajeno.example',
  '/app/%2e%2e//ajeno.example',
  '/app/inicio?wanted=//ajeno.example',
  '/login?next=https://ajeno.example/',
  '/login?redirect=javascript:marcaDeEjecucion(900)',
  '/app/javascript:marcaDeEjecucion(901)',
  '/login#https://ajeno.example/',
]

/** Tests the e-mail that the page for choosing a new password reads from its own address. */
async function tryQuery({ page, setLocation, faults }: WatchedPage): Promise<number> {
  for (const payload of shortPayloads) {
    throwIfAborted()
    setLocation(`?email=${payload.slice(0, 40)}`)
    await page.goto(
      `${CHANGE_PASSWORD_PAGE}?email=${encodeURIComponent(payload)}#${encodeURIComponent(payload)}`,
    )
    const value = await page.getByLabel('Correo electrónico').inputValue()
    // A single-line field drops line breaks.
    if (value !== payload.replace(/[\r\n]/g, ''))
      faults.push(`the e-mail is not shown as written: ${payload}`)
  }
  return shortPayloads.length
}

/** Checks, without a session, that no address of the app leads to another site. */
async function tryPaths({ page, setLocation }: WatchedPage, url: string): Promise<number> {
  const paths = [
    ...REDIRECTING_ADDRESSES,
    ...shortPayloads.map((payload) => `/app/${encodeURIComponent(payload)}`),
  ]
  for (const path of paths) {
    throwIfAborted()
    setLocation(`the address ${path}`)
    await page.goto(url + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }
  return paths.length
}

/** Tests values that another script, or a person with access to the phone, may have stored. */
async function tryStorage({ page, setLocation }: WatchedPage): Promise<number> {
  const forged: Record<string, string>[] = payloads.map((payload) => ({
    theme: payload,
    is_authenticated: payload,
    auth_token: payload,
    user: payload,
    profile: payload,
    students: payload,
    selected_student: payload,
    selected_school: payload,
    push_token: payload,
  }))
  for (const keys of forged) {
    throwIfAborted()
    setLocation(`stored ${keys.theme?.slice(0, 40)}`)
    await page.evaluate((all) => {
      for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value)
    }, keys)
    await page.goto('/app/inicio')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }
  return forged.length
}

/** Tests a stored profile of the right shape with hostile texts, which a page shows before the server answers. */
async function tryStoredProfile(
  { page, setLocation, faults }: WatchedPage,
  jwt: string,
  environment: WebTestEnvironment,
): Promise<number> {
  const broken = payloads.slice(0, 24)
  await signInWithToken({ page }, environment, jwt)
  await page.route('**/auth/profile', (route) => route.abort())
  for (const payload of broken) {
    throwIfAborted()
    setLocation(`a stored profile with ${payload.slice(0, 40)}`)
    await page.evaluate((text) => {
      const profile = JSON.parse(localStorage.getItem('profile') ?? '{}')
      const { students } = profile
      const student = { ...students[0], name: text, last_name: text, social_name: '' }
      const changed = { ...profile, name: text, permission: text, students: [student] }
      localStorage.setItem('profile', JSON.stringify(changed))
      localStorage.setItem('students', JSON.stringify([student]))
    }, payload)
    await page.goto('/app/inicio')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForTimeout(EFFECT_WAIT_MS)
    const text = (await page.evaluate(() => document.body.textContent)) ?? ''
    if (!text.includes(payload)) faults.push(`a stored name is not shown as written: ${payload}`)
  }
  await page.unroute('**/auth/profile')
  return broken.length
}

/** Tests the input of a page that does not come from the server: the page's address and the device's storage. */
export async function checkSources(environment: WebTestEnvironment): Promise<WebVerdict> {
  const watched = await openWatchedPage(environment, { bypassCSP: true })
  let attempts = await tryQuery(watched)
  attempts += await tryPaths(watched, environment.url)
  attempts += await tryStorage(watched)
  const [jwt = ''] = await environment.tokensOf(1)
  attempts += await tryStoredProfile(watched, jwt, environment)
  await watched.context.close()
  return verdictOf(watched.faults, `${attempts} addresses and forged storages, none ran or led elsewhere`)
}
