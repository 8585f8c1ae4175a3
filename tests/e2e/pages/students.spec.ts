import { enlargeText } from '../support/largeText/largeText.ts'
import { clickBackdrop, expect, test } from '../support/support.ts'

const studentBar = (page: import('@playwright/test').Page) => page.getByRole('banner')

test.beforeEach(({ signIn }) => signIn())

test('a choice applies to every page, survives a reload, and is announced', async ({ page }) => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Martina/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Seleccionar estudiante' })
  await expect(dialog.getByRole('button', { name: /Sepúlveda|Antú/ })).toHaveCount(3)
  await dialog.getByRole('button', { name: /Tomás/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Datos de Tomás')).toBeAttached()
  await expect(page.locator('dl').first()).toContainText('Tomás Ignacio Sepúlveda Muñoz')
  for (const path of ['/app/agenda', '/app/calificaciones', '/app/inicio']) {
    await page.goto(path)
    await expect(studentBar(page)).toContainText('Tomás Sepúlveda')
  }
  await page.reload()
  await expect(studentBar(page)).toContainText('Tomás Sepúlveda')
})

test('the dialog closes by Esc, by its button and by the backdrop, and returns the focus', async ({
  page,
}) => {
  const opener = page.getByRole('banner').getByRole('button', { name: /Martina/ })
  const dialog = page.getByRole('dialog', { name: 'Seleccionar estudiante' })
  const closeActions = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cerrar' }).click(),
    () => clickBackdrop(page, 195, 40),
  ]
  for (const close of closeActions) {
    await opener.click()
    await expect(dialog).toBeVisible()
    await close()
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  }
})

test('the second tap of a double tap does not close the opened dialog', async ({ page }) => {
  const isOpen = await page
    .getByRole('banner')
    .getByRole('button', { name: /Martina/ })
    .evaluate(async (button: HTMLElement) => {
      button.click()
      let dialog = null
      while (!dialog) {
        await new Promise(requestAnimationFrame)
        dialog = document.querySelector<HTMLElement>('dialog:modal')
      }
      dialog.dispatchEvent(new PointerEvent('pointerdown'))
      dialog.click() // the second tap, on the backdrop, before the dialog has slid over it
      await new Promise(requestAnimationFrame)
      return dialog.matches(':modal')
    })
  expect(isOpen).toBe(true)
})

test('each child’s card fits the screen at any text size, with its name in words or syllables', async ({
  page,
}) => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Martina/ })
    .click()
  const cards = page.getByRole('dialog').getByRole('listitem').getByRole('button')
  await expect(cards).toHaveCount(3)
  for (const [width, size, isInWords] of [
    [320, '100%', true],
    [390, '200%', true],
    [320, '200%', false], // a long word breaks anywhere
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await enlargeText(page, size)
    const readLayouts = () =>
      cards.evaluateAll((buttons) =>
        buttons.map((button) => {
          const name = button.querySelector('.font-semibold') as HTMLElement
          const rightEdge = Math.max(
            ...Array.from(button.children, (part) => part.getBoundingClientRect().right),
          )
          const lines =
            name.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(name).lineHeight)
          return {
            isInside: rightEdge <= innerWidth,
            isInWords: Math.round(lines) <= (name.textContent?.split(/[ \u00ad]/).length ?? 0),
          }
        }),
      )
    const layout = isInWords ? { isInside: true, isInWords } : { isInside: true }
    await expect
      .poll(readLayouts, { message: `${width} px, ${size}` })
      .toEqual(Array(3).fill(expect.objectContaining(layout)))
  }
})

test('the dialog is 85 % of the phone’s height', async ({ page }) => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Martina/ })
    .click()
  const box = await page.getByRole('dialog').boundingBox()
  expect(Math.round(box?.height ?? 0)).toBe(Math.round(844 * 0.85))
})

test('a photo is shown, and initials replace a missing or broken one', async ({ page }) => {
  await expect(studentBar(page)).toContainText('MS')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Martina/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /Tomás/ }).click()
  await expect
    .poll(() =>
      studentBar(page)
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
  await page.route('**/photos/**', (route) => route.abort())
  await page.reload()
  await expect(studentBar(page)).toContainText('TS')
})
