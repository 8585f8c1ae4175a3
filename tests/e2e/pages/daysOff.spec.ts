import { addDays, todayInChile } from '@apoderados/contract/values/days'
import { schoolYear } from '@apoderados/school-data/calendar/schoolYear'
import { longDayOfYear } from '../../../apps/web/src/shared/text/format.ts'
import { API, answerOf, desktop, expect, test } from '../support/support.ts'

type Page = import('@playwright/test').Page
/** Christmas Day in the school year of the demo. */
const CHRISTMAS = `${schoolYear(todayInChile(new Date()))}-12-25`
const MORNING_TIME = 'T10:00:00-03:00'

const lessonStatus = (page: Page) => page.getByRole('main').getByText(/Ahora|Sigue a las|Hoy termin/)
const todayCard = (page: Page) => page.getByRole('region', { name: 'Hoy', exact: true })

async function openAt(page: Page, path: string, day: string): Promise<void> {
  await page.clock.setFixedTime(`${day}${MORNING_TIME}`)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Cargando')).toHaveCount(0)
}

/** Returns the date of Good Friday, a holiday within the weeks of classes. */
async function readGoodFriday(page: Page): Promise<string> {
  const { days_off } = await answerOf(page, 'getCalendarDays', { student_id: 1 })
  const found = days_off.find(({ name }) => name === 'Viernes Santo')
  expect(found?.kind).toBe('holiday')
  return found?.starts_on ?? ''
}

test.beforeEach(({ enter }) => enter('/app/reportes'))

test('on Christmas day no page shows a current or a next class', { tag: '@short' }, async ({ page }) => {
  await openAt(page, '/app/inicio', CHRISTMAS)
  await expect(todayCard(page).getByText('Hoy es feriado: Navidad')).toBeVisible()
  await expect(lessonStatus(page)).toHaveCount(0)

  await openAt(page, '/app/horario', CHRISTMAS)
  await expect(page.getByText('Hoy es feriado: Navidad')).toBeVisible()
  await expect(lessonStatus(page)).toHaveCount(0)

  await openAt(page, '/app/agenda', CHRISTMAS)
  await expect(page.getByRole('region', { name: /Eventos del día/ })).toContainText('Feriado: Navidad')
  const button = page
    .getByRole('grid')
    .getByRole('button', { name: new RegExp(`^${longDayOfYear(CHRISTMAS)}`) })
  await expect(button).toHaveAccessibleDescription('Feriado: Navidad')
})

test('on a Friday’s holiday the next class is on Monday', async ({ page }) => {
  await openAt(page, '/app/inicio', await readGoodFriday(page))
  await expect(todayCard(page).getByText('Hoy es feriado: Viernes Santo')).toBeVisible()
  await expect(todayCard(page)).toContainText(/Lunes a las \d\d:\d\d: /)
  await expect(lessonStatus(page)).toHaveCount(0)
})

test('in the summer the page shows only the vacation', async ({ page }) => {
  const day = `${CHRISTMAS.slice(0, 4)}-12-28`
  await openAt(page, '/app/inicio', day)
  await expect(todayCard(page).getByText('Vacaciones de verano')).toBeVisible()
  await openAt(page, '/app/horario', day)
  await expect(page.getByText('Vacaciones de verano')).toBeVisible()
  await expect(lessonStatus(page)).toHaveCount(0)
})

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  test('the timetable names a holiday later in the week, and marks the class that runs today', async ({
    page,
  }) => {
    const friday = await readGoodFriday(page)
    await openAt(page, '/app/horario', addDays(friday, -2))
    await expect(page.getByText(/^El viernes \d+ es feriado: Viernes Santo$/)).toBeVisible()
    await expect(page.getByText('Ahora', { exact: true })).toHaveCount(1)
  })
})

test('without an answer the current class is not shown, but everything else is', async ({ page }) => {
  await page.route(`**${API}/calendar/days*`, (route) => route.fulfill({ status: 500, body: '' }))
  await openAt(page, '/app/horario', `${CHRISTMAS.slice(0, 4)}-10-07`)
  await expect(page.getByText('No se pudo actualizar')).toBeVisible()
  await expect(page.locator('.lesson-card').first()).toBeVisible()
  await expect(lessonStatus(page)).toHaveCount(0)
})
