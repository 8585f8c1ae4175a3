import { oneDecimal } from '../../../apps/web/src/shared/text/format.ts'
import { fetchPeriod, periodTab, subjectRows } from '../support/gradesPage.ts'
import { API, expect, test } from '../support/support.ts'

test.beforeEach(async ({ page, enter }) => {
  await enter('/app/calificaciones')
  await expect(subjectRows(page).first()).toBeVisible()
})

test('Final has each subject in each period and their averages, without a request', async ({ page }) => {
  const periods = [await fetchPeriod(page, 1, 0), await fetchPeriod(page, 1, 1)]
  await page.waitForLoadState('networkidle')
  const calls: string[] = []
  page.on('request', (request) => request.url().includes(API) && calls.push(request.url()))
  await periodTab(page, 'Final').click()
  const table = page.getByRole('table', { name: 'Promedios por asignatura y período' })
  for (const [index, { name, averages, average }] of periods.entries()) {
    await expect(table.getByRole('columnheader').nth(index + 1)).toHaveText(name)
    const cellOf = (name: string) =>
      table
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
        .getByRole('cell')
        .nth(index)
    for (const { subject, scale_type, average, note_scale_value } of averages) {
      const expectedText = scale_type === 'number' ? oneDecimal(average) : (note_scale_value ?? '—')
      await expect(cellOf(subject)).toContainText(expectedText)
    }
    await expect(cellOf('Promedio del período')).toContainText(oneDecimal(average))
  }
  await expect(table.getByRole('row').last()).toContainText('Promedio del período')
  expect(calls).toEqual([])
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
