import AxeBuilder from '@axe-core/playwright'
import { CAROLINA, expect, fillLogin, test, WITHOUT_STUDENTS } from './support.ts'

const open = ['/login', '/auth/recuperar_contraseña', '/auth/cambiar_contraseña']
const signedIn = [
  '/app/inicio',
  '/app/agenda',
  '/app/horario',
  '/app/calificaciones',
  '/app/observaciones',
  '/app/asistencia',
  '/app/companeros',
  '/app/reportes',
  '/app/configuraciones',
  '/app/no-existe',
]
const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }
type Page = import('@playwright/test').Page

async function expectClean(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
  expect(found, where).toEqual([])
}

async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(width, where).toBeLessThanOrEqual(0)
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [phone, desktop]) {
    const where = `${colorScheme} ${viewport.width}`

    test(`screens before signing in are clean at ${where}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(viewport)
      for (const path of open) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectClean(page, `${path} ${where}`)
      }
      await page.goto('/login')
      await page.getByRole('button', { name: 'Ingresar' }).click()
      await expectClean(page, `/login with errors ${where}`)
      await page.route('**/auth/login', (route) => route.fulfill({ status: 500, body: '' }))
      await fillLogin(page, CAROLINA)
      await page.getByText('Detalle técnico').click()
      await expectClean(page, `/login refused ${where}`)
    })

    test(`screens after signing in are clean at ${where}`, async ({ page, signIn }) => {
      test.slow()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(viewport)
      await signIn()
      for (const path of signedIn) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectClean(page, `${path} ${where}`)
      }
      await page.goto('/app/inicio')
      await page.getByRole('button', { name: /Martina/ }).click()
      await expectClean(page, `student choice ${where}`)
      await page.keyboard.press('Escape')
      if (viewport.width < 1024) {
        await page.getByRole('button', { name: 'Menú' }).click()
        await expectClean(page, `menu ${where}`)
        await page.keyboard.press('Escape')
      }
      await page.context().setOffline(true)
      await page.getByRole('button', { name: 'Actualizar' }).click()
      await expect(page.getByText('Sin conexión')).toBeVisible()
      await expectClean(page, `offline ${where}`)
      await page.context().setOffline(false)
      await page.goto('/app/configuraciones')
      await page.getByRole('button', { name: 'Cerrar sesión' }).click()
      await signIn(WITHOUT_STUDENTS)
      await expectClean(page, `without students ${where}`)
    })
  }
}

/** Enlarges the text as a phone's setting does. */
const enlarge = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))

test('no screen scrolls sideways, from 320 px on and with text at twice its size', async ({
  page,
  signIn,
}) => {
  test.slow()
  async function visit(paths: string[]): Promise<void> {
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page, `${path} ${width}`)
      }
      await enlarge(page)
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page, `${path} ${width}, large text`)
      }
    }
  }
  await visit(open)
  await signIn()
  await visit(signedIn)
})
