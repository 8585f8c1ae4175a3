import { api, type JsonCallName, type ResponseOf } from '@apoderados/contract/calls/api'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { storedSession, storeSession } from './storedSession.ts'

export const API = '/api/v1/mobile/parent'
export const PASSWORD = 'demo1234'
/** A parent of three students in two schools. */
export const CAROLINA = 'apoderada@example.com'
/** A parent of two students. */
export const CRISTIAN = 'apoderado@example.com'
/** A parent of one student. */
export const DANIELA = 'otra.familia@example.com'
export const EMAIL_WITHOUT_STUDENTS = 'sin.estudiantes@example.com'

export const signedOutPages = ['/login', '/auth/recuperar_contraseña', '/auth/cambiar_contraseña']

/** The pages that show a student's data. */
export const dataPages = [
  '/app/inicio',
  '/app/agenda',
  '/app/horario',
  '/app/calificaciones',
  '/app/observaciones',
  '/app/asistencia',
  '/app/companeros',
  '/app/reportes',
]
export const signedInPages = [...dataPages, '/app/configuraciones']

type Fixtures = {
  /** The URL of the server itself, even if a proxy is between the server and the pages of a test. */
  serverUrl: string
  /** Signs in without the form and opens a page. */
  enter: (path: string, email?: string) => Promise<void>
  /** Signs in without the form and opens Inicio. */
  signIn: (email?: string) => Promise<void>
}

/** Fails a test on every unexpected error in the browser's console, such as a violated content security policy. */
export const test = base.extend<Fixtures & { expectedErrors: RegExp[] }>({
  serverUrl: [process.env.E2E_URL ?? '', { option: true }], // set by startServer
  expectedErrors: [[/Failed to load resource/], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    const record = (text: string) => {
      if (!expectedErrors.some((expected) => expected.test(text))) errors.push(text)
    }
    page.on('console', (message) => message.type() === 'error' && record(message.text()))
    page.on('pageerror', (error) => record(error.message))
    await use(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(errors).toEqual([])
  },
  enter: async ({ page }, use) => {
    await use(async (path, email = CAROLINA) => {
      const response = await page.request.post(`${API}/auth/login`, { data: { email, password: PASSWORD } })
      const { jwt, parent } = await response.json()
      await storeSession(page, storedSession(jwt, parent))
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  },
  signIn: async ({ enter }, use) => {
    await use((email) => enter('/app/inicio', email))
  },
})
export { expect }

/** Selects tests of a series for the short run: `npm test` runs those with `isShort`, `npm run e2e` runs all. */
export const tagShortRun = (isShort: boolean) => ({ tag: isShort ? '@short' : [] })

/** Opens a page and waits until its data is loaded. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Cargando')).toHaveCount(0)
}

export async function fillLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  // The name is exact, because the toast about a changed password is a button that also contains 'Ingresar'.
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
}

/** The id of Tomás, the second student of Carolina and of Cristián; Martina's id is 1. */
export const TOMAS = 31

/** Returns the server's response to the signed-in parent, to compare it with the screen. */
export async function responseOf<N extends JsonCallName>(
  page: Page,
  name: N,
  query: Record<string, string | number>,
): Promise<ResponseOf<N>> {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'))
  const params = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const response = await page.request.get(`${API}${api[name].path}`, {
    params,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.ok(), `${name} ${response.status()}`).toBe(true)
  return response.json()
}

/** Chooses another child in the student bar. */
export async function chooseStudent(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('banner').locator('.student-place').getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name }).click()
  // A dialog that is closing still has buttons, which later steps could find.
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Chooses Tomás if `student_id` is his id; Martina is already chosen at first. */
export async function showStudent(page: Page, student_id: number): Promise<void> {
  if (student_id === TOMAS) await chooseStudent(page, /Tomás/)
}

/** Returns the entries of the dialog's description list as 'label: value'. */
export const factsOf = (dialog: Locator) =>
  dialog
    .locator('dl > div')
    .evaluateAll((pairs) =>
      pairs.map((pair) => `${pair.children[0]?.textContent}: ${pair.children[1]?.textContent}`),
    )

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1280, height: 800 }

/**
 * Closes the open dialog by its backdrop, which ignores clicks at first, because they may be the second tap of a
 * double tap.
 */
export const clickBackdrop = (page: Page, x: number, y: number) =>
  expect(async () => {
    await page.mouse.click(x, y)
    await expect(page.locator('dialog:modal')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()

/** Opens the detail of `row` and closes it in each way: with its button, Esc and, if it is modal, the backdrop. */
export async function expectDetailCloses(page: Page, row: Locator, isModal: boolean): Promise<void> {
  const dialog = page.getByRole('dialog')
  const closeActions = [
    () => dialog.getByRole('button', { name: 'Cerrar' }).click(),
    () => page.keyboard.press('Escape'),
    ...(isModal ? [() => clickBackdrop(page, 195, 40)] : []),
  ]
  for (const close of closeActions) {
    await row.click()
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
    await close()
    await expect(dialog).toBeHidden()
    await expect(row).toBeFocused()
  }
}

/** Checks that the open bottom sheet takes 85 % of a phone's height (spec §9). */
export async function expectSheetHeight(page: Page): Promise<void> {
  await expect
    .poll(async () => Math.round((await page.getByRole('dialog').boundingBox())?.height ?? 0))
    .toBe(Math.round(phone.height * 0.85))
}

/** Removes all cached responses, as on a new device. */
export async function forgetResponses(page: Page): Promise<void> {
  await page.goto('/favicon.svg') // a page of the app would keep the database open
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('apoderados')
        deleting.onsuccess = () => resolve()
        deleting.onerror = () => reject(deleting.error)
      }),
  )
}

/** Returns the keys in the device's local storage. */
export const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())
