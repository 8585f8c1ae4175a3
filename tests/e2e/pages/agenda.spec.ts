import { longDayOfYear, schoolClock } from '../../../apps/web/src/shared/text/format.ts'
import {
  API,
  answerOf,
  chooseStudent,
  desktop,
  expect,
  expectDetailCloses,
  expectSheetCloses,
  factsOf,
  test,
} from '../support/support.ts'

type Page = import('@playwright/test').Page
const today = () => schoolClock(new Date()).day
const year = () => today().slice(0, 4)
const wireDay = (day: string) => day.split('-').reverse().join('/')
const monthOf = (day: string) => day.slice(0, 7)

const dayButton = (page: Page, day: string) =>
  page
    .getByRole('grid')
    .getByRole('button', { name: new RegExp(`^${longDayOfYear(day)}(, \\d+ eventos?)?$`) })
const eventList = (page: Page) => page.getByRole('region', { name: /Eventos del día/ })
const eventRows = (page: Page) => eventList(page).getByRole('listitem').getByRole('button')

const readEventCounts = async (page: Page, start: string, end: string) => {
  const range = { student_id: 1, date_start: wireDay(start), date_end: wireDay(end) }
  return (await answerOf(page, 'countDiaryEvents', range)).diary_counts
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

test('today is chosen, and its events are listed under the month', { tag: '@short' }, async ({ page }) => {
  await expect(dayButton(page, today())).toBeVisible()
  const list = await answerOf(page, 'getDiaryEvents', { student_id: 1, date: wireDay(today()) })
  expect(list.length).toBeGreaterThan(0)
  await expect(eventRows(page)).toHaveCount(list.length)
  for (const [index, event] of list.entries()) {
    await expect(eventRows(page).nth(index)).toContainText(event.title || 'Sin título')
    await expect(eventRows(page).nth(index)).toContainText(event.subject?.name ?? 'Sin asignatura')
  }
})

test('the week begins with Monday, in Spanish', async ({ page }) => {
  const month = new Intl.DateTimeFormat('es', { month: 'long', timeZone: 'UTC' }).format(new Date(today()))
  await expect(page.getByRole('main')).toContainText(new RegExp(`${month} ${year()}`, 'i'))
  await expect(page.getByRole('columnheader')).toHaveCount(7)
  await expect(page.getByRole('columnheader').first()).toContainText(/^L/i)
  await expect(page.getByRole('columnheader').last()).toContainText(/^D/i)
})

test('every day of the year shows its number of events', async ({ page }) => {
  const counts = await readEventCounts(page, `${year()}-01-01`, `${year()}-12-31`)
  await showMonthOf(page, `${year()}-01-01`)
  await expect(page.getByRole('button', { name: 'Mes anterior' })).toBeDisabled()
  for (let month = 1; month <= 12; month += 1) {
    const prefix = `${year()}-${String(month).padStart(2, '0')}`
    const inMonth = Object.entries(counts).filter(([day]) => monthOf(day) === prefix)
    for (const [day, count] of inMonth) {
      const name = `${longDayOfYear(day)}, ${count} ${count === 1 ? 'evento' : 'eventos'}`
      const button = page.getByRole('grid').getByRole('button', { name, exact: true })
      await expect(button).toBeVisible()
      const shownCount = await button.evaluate((element) => {
        const candidates = [element, ...element.querySelectorAll('*'), element.parentElement as Element]
        return (
          candidates
            .map((candidate) => candidate.getAttribute('data-count'))
            .find((value) => value !== null) ?? null
        )
      })
      expect(shownCount, day).toBe(count > 1 ? String(count) : null)
    }
    const withEvents = page.getByRole('grid').getByRole('button', { name: /\d eventos?$/ })
    await expect(withEvents).toHaveCount(inMonth.length)
    const days = new Date(Date.UTC(Number(year()), month, 0)).getUTCDate()
    await expect(page.getByRole('grid').getByRole('button', { disabled: false })).toHaveCount(days)
    if (month < 12) await page.getByRole('button', { name: 'Mes siguiente' }).click()
  }
  await expect(page.getByRole('button', { name: 'Mes siguiente' })).toBeDisabled()
  await page.getByRole('button', { name: 'Hoy', exact: true }).click()
  await expect(dayButton(page, today())).toBeVisible()
})

test('a month that was shown before appears without waiting', async ({ page }) => {
  const requestedUrls: string[] = []
  page.on(
    'request',
    (request) => request.url().includes('/count_events') && requestedUrls.push(request.url()),
  )
  const isDecember = today().slice(5, 7) === '12'
  const [forward, back] = isDecember ? ['Mes anterior', 'Mes siguiente'] : ['Mes siguiente', 'Mes anterior']
  await page.getByRole('button', { name: forward }).click()
  await expect.poll(() => requestedUrls.length).toBe(1)
  await page.waitForLoadState('networkidle')
  await page.route(`**${API}/diaries/count_events**`, () => undefined) // The request is never answered.
  await page.getByRole('button', { name: back }).click()
  await expect(
    page
      .getByRole('grid')
      .getByRole('button', { name: /\d eventos?$/ })
      .first(),
  ).toBeVisible()
})

test('events open with all details, and with a placeholder for a missing one', async ({ page }) => {
  const counts = await readEventCounts(page, `${year()}-01-01`, `${year()}-12-31`)
  const untestedKinds = new Set(['title', 'content', 'course', 'subject', 'document', 'time', 'date'])
  for (const day of Object.keys(counts)) {
    if (untestedKinds.size === 0) break
    const list = await answerOf(page, 'getDiaryEvents', { student_id: 1, date: wireDay(day) })
    const untestedKindsOf = (event: (typeof list)[number]) =>
      [
        !event.title && 'title',
        !event.content && 'content',
        !event.course && 'course',
        !event.subject && 'subject',
        event.document && 'document',
        event.date.includes('T') ? 'time' : 'date',
      ].filter((kind) => typeof kind === 'string' && untestedKinds.has(kind))
    const index = list.findIndex((event) => untestedKindsOf(event).length > 0)
    const event = list[index]
    if (!event) continue
    for (const kind of untestedKindsOf(event)) untestedKinds.delete(kind as string)
    await page.goto('/app/agenda') // a reload would open the event before again
    await showMonthOf(page, day)
    await dayButton(page, day).click()
    await eventRows(page).nth(index).click()
    const dialog = page.getByRole('dialog', { name: event.title || 'Sin título' })
    const facts = await factsOf(dialog)
    expect(facts.map((fact) => fact.split(':')[0])).toEqual(['Asignatura', 'Curso', 'Fecha', 'Contenido'])
    expect(facts[0]).toBe(`Asignatura: ${event.subject?.name ?? 'Sin asignatura'}`)
    expect(facts[1]).toBe(`Curso: ${event.course?.description ?? 'Sin curso'}`)
    expect(facts[2]?.toLowerCase()).toContain(longDayOfYear(day).split(' de ')[0])
    if (event.date.includes('T')) expect(facts[2]).toContain(schoolClock(new Date(event.date)).time)
    expect(facts[3]).toBe(`Contenido: ${event.content || 'Sin contenido'}`)
    const download = dialog.getByRole('button', { name: 'Descargar documento adjunto' })
    await expect(download).toHaveCount(event.document ? 1 : 0)
    await expect(dialog.getByRole('button', { name: 'Agregar al calendario' })).toHaveCount(0)
  }
  expect([...untestedKinds]).toEqual([])
})

/** Opens the first event of the year that has a document, and returns the button that downloads it. */
async function openEventWithDocument(page: Page) {
  const counts = await readEventCounts(page, `${year()}-01-01`, `${year()}-12-31`)
  for (const day of Object.keys(counts)) {
    const list = await answerOf(page, 'getDiaryEvents', { student_id: 1, date: wireDay(day) })
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

test('a document that fails shows an error, and can be requested again', async ({ page }) => {
  const button = await openEventWithDocument(page)
  await page.route('**/documents/**', (route) => route.abort())
  await button.click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'No se pudo descargar el documento.',
  )
  await page.unroute('**/documents/**')
  const saved = page.waitForEvent('download')
  await button.click()
  expect(await (await saved).failure()).toBeNull()
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

test('the sheet closes by its button, Esc and the backdrop, and returns the focus', async ({ page }) => {
  await expectSheetCloses(page, eventRows(page).first())
})

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  test('the day’s list is beside the month, with its detail below', async ({ page }) => {
    const [grid, list] = [await page.getByRole('grid').boundingBox(), await eventList(page).boundingBox()]
    expect(list?.x).toBeGreaterThan((grid?.x ?? 0) + (grid?.width ?? 0))
    await expectDetailCloses(page, eventRows(page).first(), false)
  })
})

for (const timezoneId of ['America/Santiago', 'Asia/Tokyo']) {
  test.describe(`on a device in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('the days on which the clocks change appear once', async ({ page }) => {
      await page.clock.setFixedTime(new Date('2026-09-05T12:00:00-04:00'))
      await page.goto('/app/agenda')
      for (const [month, days] of [
        ['2026-09', 30],
        ['2026-04', 30],
      ] as const) {
        const steps = month === '2026-04' ? 5 : 0
        for (let step = 0; step < steps; step += 1)
          await page.getByRole('button', { name: 'Mes anterior' }).click()
        for (let day = 1; day <= days; day += 1) {
          await expect(dayButton(page, `${month}-${String(day).padStart(2, '0')}`)).toHaveCount(1)
        }
      }
    })
  })
}

test('a school without events has a calendar without marks', async ({ page }) => {
  await chooseStudent(page, /Antú/)
  await expect(eventList(page)).toContainText('Sin Elementos.')
  await expect(page.getByRole('grid').getByRole('button', { name: /evento/ })).toHaveCount(0)
})
