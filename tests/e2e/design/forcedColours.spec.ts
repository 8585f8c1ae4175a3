import { desktop, expect, test } from '../support/support.ts'

type Locator = import('@playwright/test').Locator

test('in forced colours, the focus is visible, also on a chosen control', async ({ page, enter }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const edge = (of: Locator) =>
    of.evaluate((element) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
      return [outlineStyle, outlineWidth, outlineOffset].join(' ')
    })
  const expectSeen = async (what: Locator) => {
    const before = await edge(what)
    await page.keyboard.press('Tab')
    await what.focus()
    await expect.poll(() => edge(what)).toMatch(/^solid/)
    expect(await edge(what)).not.toBe(before)
  }
  await page.goto('/login')
  await expectSeen(page.getByLabel('Contraseña', { exact: true }))
  await enter('/app/calificaciones')
  await expectSeen(page.getByRole('tab', { selected: true }))
  await page.setViewportSize(desktop)
  await expectSeen(page.getByRole('link', { name: 'Calificaciones' }))
})
