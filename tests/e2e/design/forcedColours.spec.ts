import { desktop, expect, test } from '../support/support.ts'

type Locator = import('@playwright/test').Locator

test('in forced colours, the focus is visible, also on a chosen control', async ({ page, enter }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const edge = (locator: Locator) =>
    locator.evaluate((element) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
      return [outlineStyle, outlineWidth, outlineOffset].join(' ')
    })
  const expectSeen = async (control: Locator) => {
    const before = await edge(control)
    await page.keyboard.press('Tab')
    await control.focus()
    await expect.poll(() => edge(control)).toMatch(/^solid/)
    expect(await edge(control)).not.toBe(before)
  }
  await page.goto('/login')
  await expectSeen(page.getByLabel('Contraseña', { exact: true }))
  await enter('/app/calificaciones')
  await expectSeen(page.getByRole('tab', { selected: true }))
  await page.setViewportSize(desktop)
  await expectSeen(page.getByRole('link', { name: 'Calificaciones' }))
})
