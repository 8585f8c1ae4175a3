import type { Page } from '@playwright/test'
import {
  CAROLINA,
  chooseStudent,
  desktop,
  expect,
  expectDetailCloses,
  expectSheetHeight,
  fillLogin,
  phone,
  responseOf,
  test,
} from '../support/support.ts'

/** The pages whose entries open a detail, and the query parameter that names the open entry. */
const pages = [
  { path: '/app/agenda', name: 'evento' },
  { path: '/app/calificaciones', name: 'asignatura' },
  { path: '/app/observaciones', name: 'observacion' },
  { path: '/app/asistencia', name: 'atraso' },
  { path: '/app/companeros', name: 'companero' },
]

const shownDetails = (page: Page) => page.locator('main dialog[open], .sheet[open]')
const entryRows = (page: Page) => page.getByRole('main').locator('li button[aria-haspopup="dialog"]')
const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const historyLength = (page: Page) => page.evaluate(() => history.length)

/** Returns the page's address; that of the agenda names a day with an event, because today may have none. */
async function addressOf(page: Page, path: string): Promise<string> {
  if (path !== '/app/agenda') return path
  const year = new Date().getFullYear()
  const range = { date_start: `01/01/${year}`, date_end: `31/12/${year}` }
  const { diary_counts } = await responseOf(page, 'countDiaryEvents', { student_id: 1, ...range })
  return `${path}?dia=${Object.keys(diary_counts).sort()[0]}`
}

for (const viewport of [phone, desktop]) {
  test.describe(`at ${viewport.width}`, () => {
    test.use({ viewport })

    for (const { path, name } of pages) {
      test(`${path} keeps the opened detail in one entry of the history`, async ({ page, enter }) => {
        await enter('/app/configuraciones')
        await page.goto(await addressOf(page, path))
        await expect(entryRows(page).first()).toBeVisible()
        await expect(shownDetails(page)).toHaveCount(0)
        const before = queryOf(page)
        const count = await historyLength(page)

        await entryRows(page).first().click()
        await expect(shownDetails(page)).toHaveCount(1)
        const openedQuery = queryOf(page)
        expect(Object.keys(openedQuery)).toEqual([...Object.keys(before), name])
        expect(await historyLength(page)).toBe(count + 1)
        const title = await shownDetails(page).getByRole('heading', { level: 2 }).innerText()

        await page.goBack()
        await expect(shownDetails(page)).toHaveCount(0)
        expect(queryOf(page)).toEqual(before)
        await page.goForward()
        await expect(shownDetails(page).getByRole('heading', { level: 2 })).toHaveText(title)
        await page.reload()
        await expect(shownDetails(page).getByRole('heading', { level: 2 })).toHaveText(title)
        expect(queryOf(page)).toEqual(openedQuery)
        await page.keyboard.press('Escape')
        await expect(shownDetails(page)).toHaveCount(0)
        await expect.poll(() => queryOf(page)).toEqual(before)
      })

      test(`${path} shows a detail that closes in each way, and returns the focus`, async ({
        page,
        enter,
      }) => {
        await enter('/app/configuraciones')
        await page.goto(await addressOf(page, path))
        const isPhone = viewport === phone
        await entryRows(page).first().click()
        expect(await shownDetails(page).evaluate((detail) => detail.matches(':modal'))).toBe(isPhone)
        if (isPhone) await expectSheetHeight(page)
        await page.keyboard.press('Escape')
        await expect(shownDetails(page)).toHaveCount(0)
        await expectDetailCloses(page, entryRows(page).first(), isPhone)
      })
    }
  })
}

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  test('choosing another student closes the opened detail', async ({ page, enter }) => {
    await enter('/app/companeros')
    await entryRows(page).first().click()
    await expect(shownDetails(page)).toHaveCount(1)
    await chooseStudent(page, /Tomás/)
    await expect(page.getByRole('banner')).toContainText('Tomás')
    await expect(shownDetails(page)).toHaveCount(0)
    await expect.poll(() => queryOf(page)).toEqual({})
  })

  test('choosing another student keeps the period of the same name', async ({ page, enter }) => {
    await enter('/app/calificaciones')
    const first = page.getByRole('tab', { name: '1° Semestre' })
    await page.getByRole('tab', { name: 'Final' }).click()
    await first.click()
    await entryRows(page).first().click()
    await expect(shownDetails(page)).toHaveCount(1)
    await chooseStudent(page, /Tomás/)
    await expect(page.getByRole('banner')).toContainText('Tomás')
    await expect(shownDetails(page)).toHaveCount(0)
    await expect(first).toHaveAttribute('aria-selected', 'true')
    expect(Object.keys(queryOf(page))).toEqual(['periodo'])
  })
})

test('the average on Inicio opens its period', async ({ page, signIn }) => {
  await signIn()
  const figure = page.getByRole('link', { name: /^Promedio/ })
  const [period = ''] = /\d° Semestre/.exec(await figure.innerText()) ?? []
  await figure.click()
  await expect(page.getByRole('tab', { name: period })).toHaveAttribute('aria-selected', 'true')
})

test('a signed-out visit to an event opens it after the sign-in', { tag: '@short' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  const address = await addressOf(page, '/app/agenda')
  const day = address.slice(-'YYYY-MM-DD'.length)
  const date = day.split('-').reverse().join('/')
  const [event] = await responseOf(page, 'getDiaryEvents', { student_id: 1, date })
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${address}&evento=${event?.id}`)
  await expect(page).toHaveURL(/\/login$/)
  await fillLogin(page, CAROLINA)
  await expect(page.getByRole('dialog', { name: event?.title || 'Sin título' })).toBeVisible()
  expect(queryOf(page)).toEqual({ dia: day, evento: String(event?.id) })
})
