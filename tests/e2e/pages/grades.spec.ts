import { averageOfMarks, fromTenths, toTenths } from '@apoderados/contract/averages'
import { config } from '../../../apps/web/src/config.ts'
import { formatDay, oneDecimal } from '../../../apps/web/src/shared/text/format.ts'
import {
  API,
  answerOf,
  chooseStudent,
  desktop,
  expect,
  expectDetailCloses,
  expectSheetCloses,
  showStudent,
  TOMAS,
  tagShortRun,
  test,
} from '../support/support.ts'

type Page = import('@playwright/test').Page
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const rows = (page: Page) => page.getByRole('tabpanel').getByRole('listitem').getByRole('button')

const periodOf = async (page: Page, student_id: number, index: number) => {
  const periods = await answerOf(page, 'getSubPeriods', { student_id })
  const period = periods[index]
  if (!period) throw new Error('The demo has two semesters')
  const query = { student_id, establishment_sub_period_id: period.id }
  return { ...period, query, ...(await answerOf(page, 'getPeriodQualifications', query)) }
}

test.beforeEach(async ({ page, enter }) => {
  await enter('/app/calificaciones')
  await expect(rows(page).first()).toBeVisible()
})

test('the first sub-period is chosen, and Final comes last', async ({ page }) => {
  const periods = await answerOf(page, 'getSubPeriods', { student_id: 1 })
  await expect(page.getByRole('tab')).toHaveText([...periods.map(({ name }) => name), 'Final'])
  await expect(page.getByRole('tab').first()).toHaveAttribute('aria-selected', 'true')
})

for (const [index, name] of ['1° Semestre', '2° Semestre'].entries()) {
  for (const student_id of [1, TOMAS]) {
    test(
      `each average of the ${name} of student ${student_id} is shown, with its description`,
      tagShortRun(index === 0 && student_id === 1),
      async ({ page }) => {
        await showStudent(page, student_id)
        await tab(page, name).click()
        const { averages, average } = await periodOf(page, student_id, index)
        await expect(rows(page)).toHaveCount(averages.length)
        for (const [subjectIndex, subject] of averages.entries()) {
          const row = rows(page).nth(subjectIndex)
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
      },
    )
  }
}

test('a subject opens with each of its grades, their days and the trend of the year', async ({ page }) => {
  const { averages, query } = await periodOf(page, 1, 0)
  const { query: laterQuery } = await periodOf(page, 1, 1)
  const [marks, laterMarks] = [
    await answerOf(page, 'getPeriodMarks', query),
    await answerOf(page, 'getPeriodMarks', laterQuery),
  ]
  const marksIn = ({ subjects }: typeof marks, id: number) =>
    subjects.find((subject) => subject.id === id)?.qualifications ?? []
  for (const [subjectIndex, subject] of averages.entries()) {
    const { qualifications } = await answerOf(page, 'getPeriodQualificationsBySubject', {
      ...query,
      course_subject_id: subject.id,
    })
    await rows(page).nth(subjectIndex).click()
    const dialog = page.getByRole('dialog', { name: subject.subject })
    await expect(dialog.getByRole('listitem')).toHaveCount(qualifications.length)
    for (const [index, grade] of qualifications.entries()) {
      const item = dialog.getByRole('listitem').nth(index)
      await expect(item).toContainText(grade.name)
      if (grade.description) await expect(item).toContainText(grade.description)
      await expect(item).toContainText(grade.note_scale_value ?? oneDecimal(grade.qualification))
      const isLow = grade.qualification !== null && grade.qualification < 4
      await expect(item.getByText('Bajo 4,0')).toHaveCount(isLow ? 1 : 0)
      const { date } = marksIn(marks, subject.id).find(({ id }) => id === grade.id) ?? {}
      if (date) await expect(item).toContainText(formatDay(date))
    }
    const [own, others] = [qualifications, marksIn(laterMarks, subject.id)].map(
      (grades) => grades.filter(({ qualification }) => qualification !== null).length,
    ) as [number, number]
    await expect(dialog.getByRole('img')).toHaveCount(own + others > 1 ? 1 : 0)
    if (own > 0 && others > 0) {
      await dialog.getByRole('button', { name: 'Ver tabla' }).click()
      await expect(dialog.locator('tbody tr')).toHaveCount(own + others)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('a simulation begins with the published average and follows supposed marks', async ({ page }) => {
  const { averages, query } = await periodOf(page, 1, 0)
  const { rounding, subjects } = await answerOf(page, 'getPeriodMarks', query)
  const subjectIndex = averages.findIndex(({ average }) => average !== null)
  const subject = averages[subjectIndex]
  const marks = subjects.find(({ id }) => id === subject?.id)?.qualifications ?? []
  await page.waitForLoadState('networkidle')
  await rows(page).nth(subjectIndex).click()
  await page.getByRole('button', { name: 'Simular notas' }).click()
  const simulation = page.getByRole('region', { name: 'Simulación' })
  const simulated = simulation.getByRole('status').first()
  await expect(simulated).toHaveText(`Promedio simulado ${oneDecimal(subject?.average ?? null)}`)
  const calls: string[] = []
  page.on('request', (request) => request.url().includes(API) && calls.push(request.url()))
  await simulation.getByRole('textbox').first().fill('2,3')
  const weighted = marks.map(({ qualification, weight }) => ({ tenths: toTenths(qualification), weight }))
  const hypotheticalMark = { tenths: 23, weight: null } // The demo's school uses no weights.
  const average = averageOfMarks(
    [...weighted, hypotheticalMark],
    rounding === 'truncate' ? 'truncate' : 'round',
  )
  await expect(simulated).toHaveText(`Promedio simulado ${oneDecimal(fromTenths(average))}`)
  expect(calls).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await rows(page).nth(subjectIndex).click()
  await expect(page.getByRole('button', { name: 'Simular notas' })).toBeVisible()
  await expect(simulation).toHaveCount(0)
})

test('Final has each subject in each period and their averages, without a request', async ({ page }) => {
  const periods = [await periodOf(page, 1, 0), await periodOf(page, 1, 1)]
  await page.waitForLoadState('networkidle')
  const calls: string[] = []
  page.on('request', (request) => request.url().includes(API) && calls.push(request.url()))
  await tab(page, 'Final').click()
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
  await page.setViewportSize({ width: 320, height: 568 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await tab(page, 'Final').click()
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

const AVERAGES = `**${API}/qualifications/period_qualifications/**`

test('sends each call once when it is opened by its address', async ({ browser, context }) => {
  const fresh = await browser.newContext({
    storageState: await context.storageState(),
    serviceWorkers: 'block',
  })
  const page = await fresh.newPage()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith(`${API}/qualifications/`)) calls.push(pathname + search)
  })
  await page.goto('/app/calificaciones')
  await expect(rows(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(calls.length).toBeGreaterThan(1)
  expect(calls).toEqual([...new Set(calls)])
  await fresh.close()
})

test('a tab that was shown before appears without waiting', async ({ page }) => {
  await tab(page, '2° Semestre').click()
  await expect(tab(page, '2° Semestre')).toHaveAttribute('aria-selected', 'true')
  await page.waitForLoadState('networkidle')
  await page.route(AVERAGES, () => undefined) // The request is never answered.
  await tab(page, '1° Semestre').click()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByText('Cargando')).toHaveCount(0)
})

test('a page that was shown before renders at once and is refetched in the background', async ({ page }) => {
  const bar = page.getByRole('navigation', { name: 'Accesos' })
  await page.waitForLoadState('networkidle')
  await page.evaluate((ms) => {
    const realNow = Date.now
    Date.now = () => realNow() + ms // Time has passed, so no answer counts as fresh.
  }, config.answerFreshMs)
  await bar.getByRole('link', { name: 'Agenda' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agenda')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(AVERAGES, async (route) => {
    await released
    await route.continue()
  })
  const [asked, answered] = [page.waitForRequest(AVERAGES), page.waitForResponse(AVERAGES)]
  await bar.getByRole('link', { name: 'Notas' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByText('Cargando')).toHaveCount(0)
  await asked
  release()
  expect((await answered).ok()).toBe(true)
})

test('the keyboard operates the tabs, the rows and the sheet', async ({ page }) => {
  await tab(page, '1° Semestre').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, '2° Semestre')).toBeFocused()
  await expect(tab(page, '2° Semestre')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('End')
  await expect(tab(page, 'Final')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rows(page).first()).toBeFocused()
})

test('the sheet closes by its button, Esc and the backdrop, and returns the focus', async ({ page }) => {
  await expectSheetCloses(page, rows(page).first())
})

test.describe('on a screen of 1366 by 768', () => {
  test.use({ viewport: { width: 1366, height: 768 } })

  test('the average of the period is visible at once, beside a summary', async ({ page }) => {
    await expect(page.getByText('Promedio del período', { exact: true })).toBeInViewport({ ratio: 1 })
    const summary = page.getByRole('region', { name: 'Resumen del período' })
    await expect(summary).toBeInViewport()
    await rows(page).first().click()
    await expect(summary).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(summary).toBeVisible()
  })

  test('the average stays visible under a longer list', async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 520 })
    await expect(page.getByText('Promedio del período', { exact: true })).toBeInViewport({ ratio: 1 })
    await rows(page).last().focus()
    await expect(rows(page).last()).toBeInViewport({ ratio: 1 })
  })
})

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  test('the detail is beside the list, and another row replaces it', async ({ page }) => {
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await rows(page).nth(0).click()
    await expect(rows(page).nth(0)).toHaveAttribute('aria-current', 'true')
    await rows(page).nth(1).click()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeFocused()
    await page.keyboard.press('Escape')
    await expectDetailCloses(page, rows(page).first(), false)
  })
})

test('a school without grades shows empty lists', async ({ page }) => {
  await chooseStudent(page, /Antú/)
  await expect(page.getByText('Sin Elementos.')).toBeVisible()
})
