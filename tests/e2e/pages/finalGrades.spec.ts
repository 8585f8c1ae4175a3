import { periodTab, subjectRows } from '../support/gradesPage.ts'
import { expect, test } from '../support/support.ts'

test.beforeEach(async ({ page, enter }) => {
  await enter('/app/calificaciones')
  await expect(subjectRows(page).first()).toBeVisible()
})

test('the arrow keys scroll Final in a narrow window, beside the names of the subjects', async ({ page }) => {
  await periodTab(page, 'Final').click() // before the bottom bar of the narrow window covers the tab
  await page.setViewportSize({ width: 320, height: 568 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const region = page.getByRole('region', { name: 'Promedios por asignatura y período' })
  const first = region.getByRole('rowheader').first()
  const readLeft = async () => (await first.boundingBox())?.x
  const before = await readLeft()
  await region.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => region.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  expect(await readLeft()).toBe(before)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
