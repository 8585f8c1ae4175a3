import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { type Mail, mailsTo } from './mailServer.ts'
import {
  API,
  answerOf,
  CAROLINA,
  CRISTIAN,
  DANIELA,
  desktop,
  expect,
  expectDetailCloses,
  expectSheetHeight,
  factsOf,
  fillLogin,
  PASSWORD,
  phone,
  sizesOf,
  test,
} from './support.ts'

/** Drawn parents: each test that changes a password uses one up. */
const RECOVERS = 'familia.0003@example.com'
const MISTYPES = 'familia.0004@example.com'
const CHANGES = 'familia.0005@example.com'
const MUST_CHANGE = 'familia.0006@example.com'
const ASKS_TWICE = 'familia.0007@example.com'
/** Asks for a code, and keeps the password. */
const ASKS = 'familia.0008@example.com'
/** Must change the password, and never does here. */
const NEW = 'nuevo@example.com'

const NEW_PASSWORD = 'Luna verde 27'
const REQUEST = '/auth/recuperar_contraseña'
const CHANGE = '/auth/cambiar_contraseña'

/** The newest mail to `email` once `count` of them have come. */
async function newestMail(email: string, count = 1): Promise<Mail> {
  await expect.poll(() => mailsTo(email).length).toBe(count)
  return mailsTo(email)[0] as Mail
}

/** The code stands alone on its line. */
const codeIn = ({ text }: Mail) => /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}$/m.exec(text)?.[0] ?? ''

async function submitCode(page: Page, email: string, code: string): Promise<void> {
  await page.goto(`${CHANGE}?email=${email}`)
  await page.getByLabel('Código de recuperación').fill(code)
  await fillNewPassword(page, NEW_PASSWORD)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
}

async function fillNewPassword(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('Nueva contraseña', { exact: true }).fill(password)
  await page.getByLabel('Confirmar contraseña', { exact: true }).fill(confirmation)
}

/** spec §5, in the form of either dialog. Its button waits until all is right: a message comes once a field is left. */
async function expectFieldMessages(dialog: Locator): Promise<void> {
  const current = dialog.getByLabel('Contraseña actual')
  const chosen = dialog.getByLabel('Nueva contraseña', { exact: true })
  const confirmation = dialog.getByLabel('Confirmar contraseña')
  const submit = dialog.getByRole('button', { name: 'Cambiar contraseña' })
  for (const field of [current, chosen, confirmation, current]) await field.focus()
  await expect(current).toHaveAccessibleDescription('La contraseña es requerida')
  await expect(chosen).toHaveAccessibleDescription('La contraseña es requerida')
  await expect(confirmation).toHaveAccessibleDescription('Debe confirmar la contraseña')
  await current.fill(PASSWORD)
  await expect(current).toHaveAccessibleDescription('')
  await chosen.fill('cinco')
  await expect(chosen).toHaveAccessibleDescription('La contraseña debe tener al menos 6 caracteres')
  await confirmation.fill('cinc0')
  await expect(confirmation).toHaveAccessibleDescription('Las contraseñas no coinciden')
  await expect(submit).toBeDisabled()
  await chosen.fill('seis y')
  await confirmation.fill('seis y')
  await expect(dialog.locator('[aria-invalid]')).toHaveCount(0)
  await expect(submit).toBeEnabled()
}

async function expectClean(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
  expect(found, where).toEqual([])
}

test.describe('a lost password', () => {
  test('is replaced by a code that comes by mail', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recuperar contraseña')
    await page.getByLabel('Correo electrónico').fill(` ${RECOVERS.toUpperCase()} `)
    await page.getByRole('button', { name: 'Enviar código' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cambiar contraseña')
    expect(decodeURI(new URL(page.url()).pathname)).toBe(CHANGE)
    expect(new URL(page.url()).searchParams.get('email')).toBe(RECOVERS)
    const email = page.getByLabel('Correo electrónico')
    await expect(email).toHaveValue(RECOVERS)
    await expect(email).not.toBeEditable()

    const mail = await newestMail(RECOVERS)
    expect([mail.from, mail.subject]).toEqual([
      'Apoderados <no-responder@example.com>',
      'Tu código de recuperación',
    ])
    const code = codeIn(mail)
    await page.getByLabel('Código de recuperación').fill(` ${code.toLowerCase()} `)
    await fillNewPassword(page, NEW_PASSWORD)
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Tu contraseña cambió' })).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)

    await fillLogin(page, RECOVERS, PASSWORD)
    await expect(page.getByRole('alert')).toHaveText('Credenciales inválidas')
    await fillLogin(page, RECOVERS, NEW_PASSWORD)
    await expect(page).toHaveURL(/\/app\/inicio$/)
    const notice = await newestMail(RECOVERS, 2)
    expect(notice.subject).toBe('Tu contraseña cambió')
    expect(notice.text).toContain('Si no fuiste tú, recupera tu cuenta ahora')
  })

  // That a code expires is the server's to test: no call moves its clock.
  test('is replaced by the newest code only, once, and for its own e-mail only', async ({ page }) => {
    const ask = (email: string) => page.request.post(`${API}/auth/recovery`, { data: { email } })
    await ask(ASKS_TWICE)
    const first = codeIn(await newestMail(ASKS_TWICE))
    await ask(ASKS_TWICE)
    await ask(ASKS)
    const newest = codeIn(await newestMail(ASKS_TWICE, 2))
    const others = codeIn(await newestMail(ASKS))
    expect(new Set([first, newest, others, '']).size).toBe(4)

    const refused = page.getByRole('alert')
    for (const [email, code] of [
      [ASKS_TWICE, first],
      [ASKS_TWICE, others],
      [ASKS, newest],
    ] as const) {
      await submitCode(page, email, code)
      await expect(refused).toHaveText('Código inválido o vencido')
    }
    await submitCode(page, ASKS_TWICE, newest)
    await expect(page).toHaveURL(/\/login$/)
    await submitCode(page, ASKS_TWICE, newest)
    await expect(refused).toHaveText('Código inválido o vencido')

    const signIn = async (email: string, password: string) =>
      (await page.request.post(`${API}/auth/login`, { data: { email, password } })).status()
    expect(await signIn(ASKS_TWICE, NEW_PASSWORD)).toBe(200)
    expect(await signIn(ASKS, PASSWORD)).toBe(200)
  })

  test('is not replaced by a wrong code, and nothing typed is lost', async ({ page }) => {
    await submitCode(page, MISTYPES, '0000-0000-00000')
    const toast = page.getByRole('alert')
    await expect(toast).toHaveText('Código inválido o vencido')
    await expect(toast).toHaveClass(/toast-error/)
    await expect(page.getByLabel('Código de recuperación')).toHaveValue('0000-0000-00000')
    await expect(page.getByLabel('Nueva contraseña')).toHaveValue(NEW_PASSWORD)
    await expect(page.getByLabel('Confirmar contraseña')).toHaveValue(NEW_PASSWORD)
  })

  test('of an unknown e-mail leads on just alike', async ({ page }) => {
    await page.goto(REQUEST)
    await page.getByLabel('Correo electrónico').fill('nadie@example.com')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\?email=nadie%40example\.com$/)
  })

  test('needs an e-mail to send a code to', async ({ page }) => {
    await page.goto(REQUEST)
    await page.getByRole('button', { name: 'Enviar código' }).click()
    await expect(page.getByText('El correo electrónico es requerido')).toBeVisible()
    await expect(page.getByLabel('Correo electrónico')).toBeFocused()
    await page.getByLabel('Correo electrónico').fill('nadie')
    await expect(page.getByText('Ingresa un correo electrónico válido')).toBeVisible()
    await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })

  test('names each field that is wrong, and a missing e-mail too', async ({ page }) => {
    await page.goto(CHANGE)
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    for (const message of [
      'El correo electrónico es requerido',
      'El código de recuperación es requerido',
      'La contraseña es requerida',
      'Debe confirmar la contraseña',
    ])
      await expect(page.getByText(message)).toBeVisible()
    await expect(page.getByLabel('Correo electrónico')).toBeFocused()
    await fillNewPassword(page, 'corta', 'otra')
    await expect(page.getByText('La contraseña debe tener al menos 6 caracteres')).toBeVisible()
    await expect(page.getByText('Las contraseñas no coinciden')).toBeVisible()
  })

  test('says what went wrong, and when to try again', async ({ page }) => {
    const answers = [
      { status: 500, json: {}, said: 'Error al procesar la solicitud' },
      {
        status: 429,
        json: { success: false, message: 'Demasiados intentos. Intenta de nuevo en 40 segundos.' },
        said: 'Demasiados intentos. Intenta de nuevo en 40 segundos.',
      },
    ]
    await page.goto(REQUEST)
    await page.getByLabel('Correo electrónico').fill('nadie@example.com')
    for (const { said, ...answer } of answers) {
      await page.route(`**${API}/auth/recovery`, (route) => route.fulfill(answer))
      await page.getByRole('button', { name: 'Enviar código' }).click()
      await expect(page.getByRole('alert')).toHaveText(said)
    }
    await expect(page.getByLabel('Correo electrónico')).toHaveValue('nadie@example.com')
  })
})

test.describe('the password', () => {
  test('is changed in the settings, and every other session ends', async ({ page, signIn, browser }) => {
    await signIn(CHANGES)
    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await other.goto(`${process.env.E2E_URL}/login`)
    await fillLogin(other, CHANGES)
    await expect(other).toHaveURL(/\/app\/inicio$/)

    await page.goto('/app/configuraciones')
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar contraseña' })
    const submit = dialog.getByRole('button', { name: 'Cambiar contraseña' })
    await expect(submit).toBeDisabled()
    await dialog.getByLabel('Contraseña actual').fill('otra-clave')
    await fillNewPassword(page, NEW_PASSWORD, 'Luna azul')
    await expect(dialog.getByText('Las contraseñas no coinciden')).toBeVisible()
    await expect(dialog.getByText('Buena', { exact: true })).toBeVisible()
    await expect(submit).toBeDisabled()
    await fillNewPassword(page, NEW_PASSWORD)
    await submit.click()
    await expect(dialog.getByRole('alert')).toHaveText('La contraseña actual es incorrecta')
    await expect(dialog.getByLabel('Contraseña actual')).toBeFocused()

    await dialog.getByLabel('Contraseña actual').fill(PASSWORD)
    await fillNewPassword(page, '123456')
    await expect(dialog.getByText('Débil', { exact: true })).toBeVisible()
    await submit.click()
    await expect(dialog.getByRole('alert')).toContainText('muy fácil de adivinar')
    await fillNewPassword(page, NEW_PASSWORD)
    await submit.click()
    await expect(page.getByRole('status').filter({ hasText: 'Tu contraseña cambió' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Configuraciones')
    await other.reload()
    await expect(other).toHaveURL(/\/login$/)
    await fillLogin(other, CHANGES, NEW_PASSWORD)
    await expect(other).toHaveURL(/\/app\/inicio$/)
    await elsewhere.close()
  })

  for (const viewport of [phone, desktop]) {
    test(`that must be changed leaves no way past, at ${viewport.width}`, async ({ page, signIn }) => {
      await page.setViewportSize(viewport)
      await signIn(NEW)
      const dialog = page.getByRole('dialog', { name: 'Cambio de Contraseña Requerido' })
      await expect(dialog).toBeVisible()
      await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
      await expect(dialog.getByRole('button', { name: 'Cerrar', exact: true })).toHaveCount(0)
      for (let press = 0; press < 5; press += 1) {
        await page.keyboard.press('Escape')
        await expect(dialog).toBeVisible()
      }
      await page.mouse.click(viewport.width / 2, 12)
      await expect(dialog).toBeVisible()
      for (let press = 0; press < 12; press += 1) {
        await page.keyboard.press('Tab')
        const where = await page.evaluate(() => {
          const { activeElement } = document
          return activeElement === document.body || activeElement?.closest('dialog') !== null
        })
        expect(where).toBe(true)
      }
      await expect(dialog.getByRole('button', { name: 'Cambiar contraseña' })).toBeDisabled()
      for (const path of ['/app/agenda', '/login', CHANGE, '/app/no-existe']) {
        await page.goto(path)
        await expect(dialog, path).toBeVisible()
      }
      await page.goBack()
      await expect(dialog).toBeVisible()
      await page.reload()
      await expect(dialog).toBeVisible()
      await expectFieldMessages(dialog)
      await dialog.getByRole('button', { name: 'Cerrar sesión' }).click()
      await expect(page).toHaveURL(/\/login$/)
      expect(await page.evaluate(() => localStorage.length)).toBe(0)
    })
  }

  test('that must be changed frees the app once it is, in every tab', async ({ page, context }) => {
    let isDue = true
    await context.route(new RegExp(`${API}/auth/(login|profile)$`), async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const password_changed = !isDue
      const json = body.parent
        ? { ...body, parent: { ...body.parent, password_changed } }
        : { ...body, password_changed }
      await route.fulfill({ response, json })
    })
    await page.goto('/login')
    await fillLogin(page, MUST_CHANGE)
    const dialogIn = (tab: Page) => tab.getByRole('dialog', { name: 'Cambio de Contraseña Requerido' })
    const dialog = dialogIn(page)
    await expect(dialog).toBeVisible()
    const second = await context.newPage()
    const broken: string[] = []
    second.on('pageerror', ({ message }) => broken.push(message))
    await second.goto('/app/agenda')
    await expect(dialogIn(second)).toBeVisible()

    await dialog.getByLabel('Contraseña actual').fill(PASSWORD)
    await fillNewPassword(page, NEW_PASSWORD)
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/change_password')) isDue = false
    })
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await page.evaluate(() => JSON.parse(localStorage.profile).password_changed)).toBe(true)
    await page.getByRole('navigation', { name: 'Accesos' }).getByRole('link', { name: 'Agenda' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agenda')
    await expect(dialog).toBeHidden()

    // The other tab asks the server when it is looked at again.
    await second.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(dialogIn(second)).toBeHidden()
    await second.reload()
    await expect(second.getByRole('heading', { level: 1 })).toHaveText('Agenda')
    await expect(dialogIn(second)).toBeHidden()
    expect(broken).toEqual([])
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test.describe('the settings', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn()
    await page.goto('/app/configuraciones')
  })

  test('open a dialog for each entry, modal at every width', async ({ page }) => {
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport)
      for (const name of [
        'Mi cuenta',
        'Cambiar contraseña',
        'Acerca de',
        'Términos de uso',
        'Política de datos',
      ]) {
        await page.getByRole('button', { name, exact: true }).click()
        const dialog = page.getByRole('dialog', { name, exact: true })
        await expect(dialog).toBeVisible()
        expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
    }
    await expect(page).toHaveURL(/\/app\/configuraciones$/)
    await page.setViewportSize(phone)
    await expectDetailCloses(page, page.getByRole('button', { name: 'Mi cuenta' }), true)
    await page.getByRole('button', { name: 'Mi cuenta' }).click()
    await expectSheetHeight(page)
  })

  test('show the account as the server has it', async ({ page }) => {
    await page.getByRole('button', { name: 'Mi cuenta' }).click()
    const facts = await factsOf(page.getByRole('dialog'))
    expect(facts.slice(0, 3)).toEqual([
      'Nombre: Carolina Muñoz Araya',
      'RUT: 41.002.468-3',
      'Correo electrónico: apoderada@example.com',
    ])
    expect(facts[4]).toBe('Permiso: Apoderada titular')
    expect(facts[5]).toMatch(/^Último ingreso: \d\d-\d\d-\d{4} \d\d:\d\d$/)
  })

  test('say by each field of the password what is wrong with it', async ({ page }) => {
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await expectFieldMessages(page.getByRole('dialog', { name: 'Cambiar contraseña' }))
  })

  test('show the texts at 320 px and with large letters, and print the open one alone', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await page.getByRole('button', { name: 'Política de datos' }).click()
    const dialog = page.getByRole('dialog', { name: 'Política de datos' })
    const last = dialog.getByRole('heading', { name: '15. Cambios, versión y fecha' })
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeVisible()
    const isWide = () =>
      page.evaluate(() => {
        const scroller = document.querySelector('dialog[open] .sheet-scroll')
        return scroller !== null && scroller.scrollWidth > scroller.clientWidth
      })
    expect(await isWide()).toBe(false)

    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
    await expect(dialog.getByRole('button', { name: 'Imprimir' })).toBeHidden()
    await expect(dialog.getByText('Política de datos de Apoderados')).toBeVisible()
    const paper = await dialog.evaluate((element) => ({
      top: Math.round(element.getBoundingClientRect().top + scrollY),
      isWhole: Math.ceil(element.getBoundingClientRect().height) >= element.scrollHeight,
      colors: [
        getComputedStyle(element).backgroundColor,
        getComputedStyle(element.querySelector('h3') ?? element).color,
      ],
    }))
    expect(paper).toEqual({ top: 0, isWhole: true, colors: ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'] })
  })

  test('follow the device under Sistema, keep a choice, and forget it with the sign-out', async ({
    page,
  }) => {
    const html = page.locator('html')
    const bar = page.locator('meta[name="theme-color"]')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await expect(bar).toHaveAttribute('content', '#121118')
    await page.getByText('Claro').click()
    await expect(html).toHaveAttribute('data-theme', 'light')
    await expect(bar).toHaveAttribute('content', '#F6F5F1')
    await page.getByText('Sistema').click()
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(html).toHaveAttribute('data-theme', 'light')
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Sistema' })).toBeChecked()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(html).toHaveAttribute('data-theme', 'light')
    await page.getByText('Oscuro').click()
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Oscuro' })).toBeChecked()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(html).toHaveAttribute('data-theme', 'dark')
      await expect(bar).toHaveAttribute('content', '#121118')
    }
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(html).toHaveAttribute('data-theme', 'light')
    await expect(bar).toHaveAttribute('content', '#F6F5F1')
  })
})

/** Each text of an answer that is no mere letter, a RUT also as it is written. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') {
    const texts = [value, value.replace(/^(\d{1,2})(\d{3})(\d{3})$/, '$1.$2.$3')]
    return value.length < 4 ? [] : [...new Set(texts)]
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** All that this device holds of the site, place by place. */
async function heldBy(page: Page): Promise<Record<string, string>> {
  const held = await page.evaluate(async () => {
    const recordsOf = (name: string) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const { result } = opening
          const stores = Array.from(result.objectStoreNames)
          if (stores.length === 0) return resolve([]) // a transaction needs one
          const transaction = result.transaction(stores)
          const read = stores
            .map((store) => transaction.objectStore(store))
            .map((store) => [store.getAllKeys(), store.getAll()])
          transaction.oncomplete = () => resolve(read.flat().map((request) => request.result))
        }
      })
    const databases = await indexedDB.databases()
    const records = await Promise.all(databases.map(({ name = '' }) => recordsOf(name)))
    const cached: (string | undefined)[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        cached.push(request.url, await (await cache.match(request))?.text())
    }
    const typed = Array.from(document.querySelectorAll('input'), ({ value }) => value)
    return {
      localStorage: JSON.stringify(localStorage),
      sessionStorage: JSON.stringify(sessionStorage),
      indexedDB: JSON.stringify(records),
      caches: JSON.stringify(cached),
      history: JSON.stringify(history.state),
      address: decodeURI(location.href),
      title: document.title,
      document: [document.documentElement.outerHTML, document.body.innerText, ...typed].join('\n'),
    }
  })
  return { ...held, cookies: JSON.stringify(await page.context().cookies()) }
}

/** 'place: text' for each of the texts that is there. */
const tracesOf = (texts: string[], held: Record<string, string>) =>
  Object.entries(held).flatMap(([place, content]) =>
    texts.filter((text) => content.includes(text)).map((text) => `${place}: ${text}`),
  )

test.describe('signing out', () => {
  for (const [email, isOffline] of [
    [CAROLINA, false],
    [DANIELA, false],
    [CRISTIAN, true],
  ] as const) {
    const where = isOffline ? 'without a network' : 'with a network'

    test(`leaves nothing of ${email} on the device, ${where}`, async ({ page, context, signIn }) => {
      await signIn(email)
      const profile = await answerOf(page, 'getProfile', {})
      const token = await page.evaluate(() => localStorage.getItem('auth_token') ?? '')
      const texts = [...new Set([...textsOf(profile), token])]
      expect(texts).toEqual(expect.arrayContaining([email, token, profile.students[0]?.name]))
      await page.goto('/app/companeros')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.goto('/app/configuraciones')
      await page.getByRole('button', { name: 'Mi cuenta' }).click()
      await expect(page.getByRole('dialog')).toContainText(email)
      // What is looked for can be found while it is there.
      expect(tracesOf(texts, await heldBy(page))).toEqual(
        expect.arrayContaining([`localStorage: ${token}`, `localStorage: ${email}`, `document: ${email}`]),
      )
      await page.keyboard.press('Escape')

      await context.setOffline(isOffline)
      await page.getByRole('button', { name: 'Cerrar sesión' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ingresa a tu cuenta')
      const held = await heldBy(page)
      expect(tracesOf(texts, held)).toEqual([])
      expect(held).toMatchObject({ localStorage: '{}', sessionStorage: '{}', history: 'null', cookies: '[]' })
      expect(held.caches).not.toContain('/api/')

      await context.setOffline(false)
      await page.goBack()
      await expect(page).toHaveURL(/\/login$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ingresa a tu cuenta')
      expect(tracesOf(texts, await heldBy(page))).toEqual([])
    })
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of sizesOf(colorScheme)) {
    const where = `${colorScheme} ${viewport.width}`

    test(`the account’s screens are clean at ${where}`, async ({ page, signIn }) => {
      test.slow()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(viewport)
      await page.goto(REQUEST)
      await page.getByRole('button', { name: 'Enviar código' }).click()
      await expectClean(page, `recovery with errors ${where}`)
      await page.goto(`${CHANGE}?email=${MISTYPES}`)
      await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
      await expectClean(page, `recovery change with errors ${where}`)
      await signIn(NEW)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Contraseña actual').fill('x')
      await fillNewPassword(page, 'Luna verde', 'Luna azul')
      await expectClean(page, `forced ${where}`)
      await dialog.getByRole('button', { name: 'Cerrar sesión' }).click()
      await expect(page).toHaveURL(/\/login$/)
      await signIn()
      await page.goto('/app/configuraciones')
      for (const name of ['Mi cuenta', 'Cambiar contraseña', 'Acerca de', 'Política de datos']) {
        await page.getByRole('button', { name }).click()
        await expect(dialog).toBeVisible()
        await expectClean(page, `${name} ${where}`)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
    })
  }
}
