import { longDayOfYear, schoolClock } from '../../../apps/web/src/shared/text/format.ts'
import { expect, responseOf, test } from '../support/support.ts'

type Page = import('@playwright/test').Page
const today = () => schoolClock(new Date()).day
const year = () => today().slice(0, 4)
const wireDay = (day: string) => day.split('-').reverse().join('/')

const dayButton = (page: Page, day: string) =>
  page
    .getByRole('grid')
    .getByRole('button', { name: new RegExp(`^${longDayOfYear(day)}(, \\d+ eventos?)?$`) })
const eventList = (page: Page) => page.getByRole('region', { name: /Eventos del día/ })
const eventRows = (page: Page) => eventList(page).getByRole('listitem').getByRole('button')

const readEventCounts = async (page: Page, start: string, end: string) => {
  const range = { student_id: 1, date_start: wireDay(start), date_end: wireDay(end) }
  return (await responseOf(page, 'countDiaryEvents', range)).diary_counts
}

/** Moves the calendar to the month of `day`. */
async function showMonthOf(page: Page, day: string): Promise<void> {
  const steps = Number(day.slice(5, 7)) - Number(today().slice(5, 7))
  const name = steps > 0 ? 'Mes siguiente' : 'Mes anterior'
  for (let step = 0; step < Math.abs(steps); step += 1) await page.getByRole('button', { name }).click()
}

test.beforeEach(async ({ page, enter }) => {
  await enter('/app/agenda')
  await expect(dayButton(page, today())).toBeVisible()
})

test('today is chosen, and its events are listed under the month', async ({ page }) => {
  await expect(dayButton(page, today())).toBeVisible()
  const list = await responseOf(page, 'getDiaryEvents', { student_id: 1, date: wireDay(today()) })
  expect(list.length).toBeGreaterThan(0)
  await expect(eventRows(page)).toHaveCount(list.length)
  for (const [index, event] of list.entries()) {
    await expect(eventRows(page).nth(index)).toContainText(event.title || 'Sin título')
    await expect(eventRows(page).nth(index)).toContainText(
      event.subject?.name ?? (event.course ? 'Todo el curso' : 'Todo el colegio'),
    )
  }
})

/** Opens the first event of the year that has a document, and returns the button that downloads it. */
async function openEventWithDocument(page: Page) {
  const counts = await readEventCounts(page, `${year()}-01-01`, `${year()}-12-31`)
  for (const day of Object.keys(counts)) {
    const list = await responseOf(page, 'getDiaryEvents', { student_id: 1, date: wireDay(day) })
    const index = list.findIndex(({ document }) => document !== null)
    if (index < 0) continue
    await showMonthOf(page, day)
    await dayButton(page, day).click()
    await eventRows(page).nth(index).click()
    return page.getByRole('dialog').getByRole('button', { name: /Descarga/ })
  }
  throw new Error('The demo has documents')
}

test('a document is saved under its own name', { tag: '@short' }, async ({ page }) => {
  const button = await openEventWithDocument(page)
  const saved = page.waitForEvent('download')
  await button.click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/\.(pdf|png)$/)
  expect(await download.failure()).toBeNull()
})

test('the keyboard chooses a day and opens an event', async ({ page }) => {
  await dayButton(page, today()).focus()
  const step = today().endsWith('-12-31') ? 'ArrowLeft' : 'ArrowRight'
  const adjacentDay = new Date(
    Date.parse(`${today()}T12:00Z`) + (step === 'ArrowRight' ? 1 : -1) * 86_400_000,
  )
  await page.keyboard.press(step)
  await expect(dayButton(page, adjacentDay.toISOString().slice(0, 10))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dayButton(page, adjacentDay.toISOString().slice(0, 10))).toBeVisible()
  await page.getByRole('button', { name: 'Hoy', exact: true }).click()
  await eventRows(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(eventRows(page).first()).toBeFocused()
})
