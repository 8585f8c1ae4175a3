import { expectClean, screenVariants, setTheme } from '../support/axe.ts'
import { desktop, expect, expectDetailCloses, expectSheetHeight, phone, test } from '../support/support.ts'

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
