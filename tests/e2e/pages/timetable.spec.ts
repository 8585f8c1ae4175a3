import { todayInChile } from '@apoderados/contract/values/days'
import { schoolYear } from '@apoderados/school-data/calendar/schoolYear'
import {
  API,
  answerOf,
  chooseStudent,
  desktop,
  expect,
  showStudent,
  TOMAS,
  test,
} from '../support/support.ts'

type Page = import('@playwright/test').Page
const dayNames = [
  ['monday', 'Lunes'],
  ['tuesday', 'Martes'],
  ['wednesday', 'Miércoles'],
  ['thursday', 'Jueves'],
  ['friday', 'Viernes'],
] as const
const dayTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const twoDigits = (number: number) => String(number).padStart(2, '0')

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
const SATURDAY_AT_10 = '2026-10-17T10:00:00-03:00'

test.beforeEach(({ enter }) => enter('/app/reportes'))

test('each day has its blocks with subject, teacher, course and times', async ({ page }) => {
  await openAt(page, SATURDAY_AT_10)
  for (const student_id of [1, TOMAS]) {
    await showStudent(page, student_id)
    const { employee_schedules } = await answerOf(page, 'getCalendar', { student_id })
    for (const [key, name] of dayNames) {
      await dayTab(page, name).click()
      const panel = page.getByRole('tabpanel')
      const blocks = employee_schedules[key]?.daySchedule ?? []
      if (blocks.length === 0) await expect(panel).toContainText('Sin Elementos.')
      for (const block of blocks) {
        await expect(panel).toContainText(`${twoDigits(block.hour_start)}:${twoDigits(block.minute_start)}`)
        if (!block.class) continue
        await expect(panel).toContainText(block.class.subject_name)
        await expect(panel).toContainText(`${block.class.course_name} ${block.class.letter}`)
        await expect(panel).toContainText(`${block.class.employee_name} ${block.class.employee_last_name}`)
      }
      const breaks = blocks.filter(({ block_type }) => block_type === 'playtime')
      await expect(panel.getByText(/Recreo/)).toHaveCount(breaks.length)
    }
  }
})

test('a weekday without classes is empty', async ({ page }) => {
  await openAt(page, SATURDAY_AT_10, /Tomás/)
  await dayTab(page, 'Viernes').click()
  await expect(page.getByRole('tabpanel')).toContainText('Sin Elementos.')
})

test('today comes first and its running block is marked', async ({ page }) => {
  await openAt(page, WEDNESDAY_AT_10)
  await expect(dayTab(page, 'Miércoles')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Ahora', { exact: true })).toHaveCount(1)
  await expect(page.getByText('Hoy termina a las 15:30')).toBeVisible()
  await dayTab(page, 'Jueves').click()
  await expect(page.getByText('Ahora', { exact: true })).toHaveCount(0)
})

test('a weekend shows Monday first and marks no block', async ({ page }) => {
  await openAt(page, SATURDAY_AT_10)
  await expect(dayTab(page, 'Lunes')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Ahora', { exact: true })).toHaveCount(0)
  await expect(page.getByText(/Hoy termina/)).toHaveCount(0)
})

test.describe('on a device far away', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('uses the school’s clock', async ({ page }) => {
    await openAt(page, WEDNESDAY_AT_10) // It is Wednesday night in Tokyo.
    await expect(dayTab(page, 'Miércoles')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText('Ahora', { exact: true })).toHaveCount(1)
  })
})

test('the arrow keys move between the days', async ({ page }) => {
  await openAt(page, SATURDAY_AT_10)
  let focused = 'Lunes'
  for (const name of ['Martes', 'Miércoles', 'Jueves', 'Viernes', 'Lunes']) {
    await dayTab(page, focused).press('ArrowRight')
    await expect(dayTab(page, name)).toBeFocused()
    await expect(dayTab(page, name)).toHaveAttribute('aria-selected', 'true')
    focused = name
  }
})

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  test('all five days are side by side, and the chosen one is marked', async ({ page }) => {
    await openAt(page, WEDNESDAY_AT_10)
    const { employee_schedules } = await answerOf(page, 'getCalendar', { student_id: 1 })
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

test('a school without a timetable is empty', async ({ page }) => {
  await openAt(page, WEDNESDAY_AT_10, /Antú/)
  await expect(page.getByText('Sin Elementos.').first()).toBeVisible()
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
