import { averageOfMarks, fromTenths, toTenths } from '@apoderados/contract/averages'
import { formatDay, oneDecimal } from '../../../apps/web/src/shared/text/format.ts'
import { fetchPeriod, periodTab, subjectRows } from '../support/gradesPage.ts'
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

test.beforeEach(async ({ page, enter }) => {
  await enter('/app/calificaciones')
  await expect(subjectRows(page).first()).toBeVisible()
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
      },
    )
  }
}

test('a subject opens with each of its grades, their days and the trend of the year', async ({ page }) => {
  const { averages, query } = await fetchPeriod(page, 1, 0)
  const { query: laterQuery } = await fetchPeriod(page, 1, 1)
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
    await subjectRows(page).nth(subjectIndex).click()
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
  const { averages, query } = await fetchPeriod(page, 1, 0)
  const { rounding, subjects } = await answerOf(page, 'getPeriodMarks', query)
  const subjectIndex = averages.findIndex(({ average }) => average !== null)
  const subject = averages[subjectIndex]
  const marks = subjects.find(({ id }) => id === subject?.id)?.qualifications ?? []
  await page.waitForLoadState('networkidle')
  await subjectRows(page).nth(subjectIndex).click()
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
  await subjectRows(page).nth(subjectIndex).click()
  await expect(page.getByRole('button', { name: 'Simular notas' })).toBeVisible()
  await expect(simulation).toHaveCount(0)
})

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

test('the sheet closes by its button, Esc and the backdrop, and returns the focus', async ({ page }) => {
  await expectSheetCloses(page, subjectRows(page).first())
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

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  test('the detail is beside the list, and another row replaces it', async ({ page }) => {
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await subjectRows(page).nth(0).click()
    await expect(subjectRows(page).nth(0)).toHaveAttribute('aria-current', 'true')
    await subjectRows(page).nth(1).click()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeFocused()
    await page.keyboard.press('Escape')
    await expectDetailCloses(page, subjectRows(page).first(), false)
  })
})

test('a school without grades shows empty lists', async ({ page }) => {
  await chooseStudent(page, /Antú/)
  await expect(page.getByText('Sin Elementos.')).toBeVisible()
})
