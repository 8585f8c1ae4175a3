import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import {
  API,
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
/** Must change the password, and never does here. */
const NEW = 'nuevo@example.com'

const NEW_PASSWORD = 'Luna verde 27'
const REQUEST = '/auth/recuperar_contraseña'
const CHANGE = '/auth/cambiar_contraseña'

/** What the newest mail to `email` says is the code. */
async function mailedCode(email: string): Promise<string> {
  const outbox = join(process.env.E2E_DATA_DIR ?? '', 'outbox')
  const find = () => {
    const mails = readdirSync(outbox)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse()
    const texts = mails.map((name) => readFileSync(join(outbox, name), 'utf8'))
    const mail = texts.find((text) => new RegExp(`^To: .*${email}`, 'im').test(text))
    return /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}$/m.exec(mail ?? '')?.[0]
  }
  await expect.poll(find).toBeTruthy()
  return find() ?? ''
}

async function fillNewPassword(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('Nueva contraseña', { exact: true }).fill(password)
  await page.getByLabel('Confirmar contraseña', { exact: true }).fill(confirmation)
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

    const code = await mailedCode(RECOVERS)
    await page.getByLabel('Código de recuperación').fill(` ${code.toLowerCase()} `)
    await fillNewPassword(page, NEW_PASSWORD)
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Tu contraseña cambió' })).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)

    await fillLogin(page, RECOVERS, PASSWORD)
    await expect(page.getByRole('alert')).toHaveText('Credenciales inválidas')
    await fillLogin(page, RECOVERS, NEW_PASSWORD)
    await expect(page).toHaveURL(/\/app\/inicio$/)
  })

  test('is not replaced by a wrong code, and nothing typed is lost', async ({ page }) => {
    await page.goto(`${CHANGE}?email=${MISTYPES}`)
    await page.getByLabel('Código de recuperación').fill('0000-0000-00000')
    await fillNewPassword(page, NEW_PASSWORD)
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
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
      for (let press = 0; press < 4; press += 1) {
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
      await page.goto('/app/agenda')
      await expect(dialog).toBeVisible()
      await page.goBack()
      await expect(dialog).toBeVisible()
      await page.reload()
      await expect(dialog).toBeVisible()
      await dialog.getByRole('button', { name: 'Cerrar sesión' }).click()
      await expect(page).toHaveURL(/\/login$/)
      expect(await page.evaluate(() => localStorage.length)).toBe(0)
    })
  }

  test('that must be changed frees the app once it is', async ({ page }) => {
    let isDue = true
    await page.route(new RegExp(`${API}/auth/(login|profile)$`), async (route) => {
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
    const dialog = page.getByRole('dialog', { name: 'Cambio de Contraseña Requerido' })
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
    await page.getByText('Oscuro').click()
    await page.reload()
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(html).toHaveAttribute('data-theme', 'light')
    await expect(bar).toHaveAttribute('content', '#F6F5F1')
  })

  test('sign out without leaving a trace in any storage', async ({ page }) => {
    await page.goto('/app/companeros')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/app/configuraciones')
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await expect(page).toHaveURL(/\/login$/)
    const traces = await page.evaluate(async () => ({
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      cookies: document.cookie,
      history: history.state,
      caches: (
        await Promise.all(
          (
            await caches.keys()
          ).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
        )
      )
        .flat()
        .filter((url) => url.includes('/api/')),
      text: document.documentElement.outerHTML.match(/Carolina|Martina|apoderada@/g),
    }))
    expect(traces).toEqual({ local: [], session: [], cookies: '', history: null, caches: [], text: null })
    const stored = await page.evaluate(async () => {
      const databases = await indexedDB.databases()
      const contents = databases.map(
        ({ name = '' }) =>
          new Promise<string>((resolve) => {
            const opening = indexedDB.open(name)
            opening.onsuccess = () => {
              const { result } = opening
              const names = Array.from(result.objectStoreNames)
              if (names.length === 0) return resolve('')
              const transaction = result.transaction(names)
              const all = names.map((store) => transaction.objectStore(store).getAll())
              transaction.oncomplete = () => resolve(JSON.stringify(all.map((request) => request.result)))
            }
          }),
      )
      return (await Promise.all(contents)).join()
    })
    expect(stored).not.toMatch(/Carolina|Martina|apoderada@/)
    await page.goBack()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.locator('dl')).toHaveCount(0)
  })
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
