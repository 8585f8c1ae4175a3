import { oneDecimal } from '../../../apps/web/src/shared/text/format.ts'
import { fetchPeriod, periodTab, subjectRows } from '../support/gradesPage.ts'
import { expect, showStudent, TOMAS, test } from '../support/support.ts'

test.beforeEach(async ({ page, enter }) => {
  await enter('/app/calificaciones')
  await expect(subjectRows(page).first()).toBeVisible()
})

for (const [index, name] of ['1° Semestre', '2° Semestre'].entries()) {
  for (const student_id of [1, TOMAS]) {
    test(`each average of the ${name} of student ${student_id} is shown, with its description`, async ({
      page,
    }) => {
      await showStudent(page, student_id)
      await periodTab(page, name).click()
      const { averages, average } = await fetchPeriod(page, student_id, index)
      await expect(subjectRows(page)).toHaveCount(averages.length)
      for (const [subjectIndex, subject] of averages.entries()) {
        const row = subjectRows(page).nth(subjectIndex)
        await expect(row).toContainText(subject.subject)
        if (subject.scale_type === 'number') {
          await expect(row).toContainText(oneDecimal(subject.average))
          const isLow = subject.average !== null && subject.average < 4
          await expect(row.getByText('Bajo 4,0')).toHaveCount(isLow ? 1 : 0)
        } else {
          await expect(row).toContainText(subject.note_scale_value ?? '—')
          await expect(row).toContainText('Se evalúa con concepto')
        }
      }
      const averageRow = page.getByText('Promedio del período').locator('..')
      await expect(averageRow).toContainText(oneDecimal(average))
    })
  }
}

test('the keyboard operates the tabs, the rows and the sheet', async ({ page }) => {
  await periodTab(page, '1° Semestre').focus()
  await page.keyboard.press('ArrowRight')
  await expect(periodTab(page, '2° Semestre')).toBeFocused()
  await expect(periodTab(page, '2° Semestre')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('End')
  await expect(periodTab(page, 'Final')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(subjectRows(page).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(subjectRows(page).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(subjectRows(page).first()).toBeFocused()
})

test.describe('on a screen of 1366 by 768', () => {
  test.use({ viewport: { width: 1366, height: 768 } })

  test('the average of the period is visible at once, beside a summary', async ({ page }) => {
    await expect(page.getByText('Promedio del período', { exact: true })).toBeInViewport({ ratio: 1 })
    const summary = page.getByRole('region', { name: 'Resumen del período' })
    await expect(summary).toBeInViewport()
    await subjectRows(page).first().click()
    await expect(summary).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(summary).toBeVisible()
  })

  test('the average stays visible under a longer list', async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 520 })
    await expect(page.getByText('Promedio del período', { exact: true })).toBeInViewport({ ratio: 1 })
    await subjectRows(page).last().focus()
    await expect(subjectRows(page).last()).toBeInViewport({ ratio: 1 })
  })
})
