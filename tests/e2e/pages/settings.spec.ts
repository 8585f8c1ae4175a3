import { expectClean, screenVariants, setTheme } from '../support/axe.ts'
import {
  desktop,
  expect,
  expectDetailCloses,
  expectSheetHeight,
  factsOf,
  phone,
  test,
} from '../support/support.ts'

test.beforeEach(({ enter }) => enter('/app/configuraciones'))

test('the settings open a dialog for each entry, modal at every width', async ({ page }) => {
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    for (const name of [
      'Mi cuenta',
      'Cambiar contraseña',
      'Notificaciones',
      'Ayuda y contacto',
      'Acerca de',
      'Términos de uso',
      'Política de datos',
    ]) {
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
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

test('the settings show the account as the server has it', async ({ page }) => {
  await page.getByRole('button', { name: 'Mi cuenta' }).click()
  const facts = await factsOf(page.getByRole('dialog'))
  expect(facts.slice(0, 3)).toEqual([
    'Nombre: Carolina Muñoz Araya',
    'RUT: 41.002.468-3',
    'Correo electrónico: apoderada@example.com',
  ])
  expect(facts[4]).toBe('Rol: Apoderada titular')
  expect(facts[5]).toMatch(/^Último ingreso: (\d\d-\d\d-\d{4} \d\d:\d\d|Este es tu primer ingreso)$/)
})

test('the settings show the texts at 320 px and with large letters, and print only the open one', async ({
  page,
}) => {
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
  const printed = await dialog.evaluate((element) => ({
    top: Math.round(element.getBoundingClientRect().top + scrollY),
    isWhole: Math.ceil(element.getBoundingClientRect().height) >= element.scrollHeight,
    colors: [
      getComputedStyle(element).backgroundColor,
      getComputedStyle(element.querySelector('h3') ?? element).color,
    ],
  }))
  expect(printed).toEqual({ top: 0, isWhole: true, colors: ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'] })
})

test('the theme follows the device under Sistema, keeps a choice, and forgets it at the sign-out', async ({
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

for (const variant of screenVariants) {
  test(`the dialogs of the settings are clean at ${variant.name}`, async ({ page }) => {
    await setTheme(page, variant)
    for (const name of [
      'Mi cuenta',
      'Cambiar contraseña',
      'Ayuda y contacto',
      'Acerca de',
      'Política de datos',
    ]) {
      const dialog = page.getByRole('dialog', { name })
      await page.getByRole('button', { name }).click()
      await expect(dialog).toBeVisible()
      await expectClean(page, `${name} ${variant.name}`)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  })
}
