import { todayInChile } from '@apoderados/contract/values/days'
import { schoolYear } from '@apoderados/school-data/calendar/schoolYear'
import { API, chooseStudent, desktop, expect, responseOf, test } from '../support/support.ts'

type Page = import('@playwright/test').Page
const dayNames = [
  ['monday', 'Lunes'],
  ['tuesday', 'Martes'],
  ['wednesday', 'Miércoles'],
  ['thursday', 'Jueves'],
  ['friday', 'Viernes'],
] as const
const dayTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** Opens the timetable with the browser's clock at `moment`, and chooses a student if one is given. */
async function openAt(page: Page, moment: string, student: RegExp | null = null): Promise<void> {
  await page.clock.setFixedTime(new Date(moment))
  await page.goto('/app/horario')
  await expect(page.getByRole('tab')).toHaveCount(5)
  if (student) await chooseStudent(page, student)
}

/** Returns the first Wednesday of October in the year of the demo's classes. */
function firstWednesdayOfOctober(): string {
  const first = new Date(Date.UTC(schoolYear(todayInChile(new Date())), 9, 1))
  first.setUTCDate(1 + ((3 - first.getUTCDay() + 7) % 7))
  return first.toISOString().slice(0, 10)
}

const WEDNESDAY_AT_10 = `${firstWednesdayOfOctober()}T10:00:00-03:00`

test.beforeEach(({ enter }) => enter('/app/reportes'))

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  test('all five days are side by side, and the chosen one is marked', async ({ page }) => {
    await openAt(page, WEDNESDAY_AT_10)
    const { employee_schedules } = await responseOf(page, 'getCalendar', { student_id: 1 })
    const main = page.getByRole('main')
    for (const [key, name] of dayNames) {
      await expect(dayTab(page, name)).toBeVisible()
      for (const block of employee_schedules[key]?.daySchedule ?? []) {
        if (block.class) await expect(main.getByText(block.class.subject_name).first()).toBeVisible()
      }
    }
    await expect(dayTab(page, 'Miércoles')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText('Ahora', { exact: true })).toHaveCount(1)
  })
})

test('on a tablet the placeholder of the week has the width of the loaded one', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.route(`**${API}/calendar*`, () => undefined)
  await page.goto('/app/horario')
  const waiting = page.getByRole('tabpanel').locator('.lesson-card').first()
  await expect(waiting).toBeVisible()
  const box = await waiting.boundingBox()
  expect(box?.width).toBeGreaterThan(500)
})
