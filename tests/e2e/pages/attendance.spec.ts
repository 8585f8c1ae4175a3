import { attendanceDecimal, formatDay, formatInstant } from '../../../apps/web/src/shared/text/format.ts'
import {
  answerOf,
  chooseStudent,
  desktop,
  expect,
  expectDetailCloses,
  expectSheetCloses,
  factsOf,
  showStudent,
  TOMAS,
  test,
} from '../support/support.ts'

const statusTexts: Record<string, string> = {
  created: 'Registrado',
  justified: 'Justificado',
  pending: 'Pendiente',
  rejected: 'Rechazado',
}
const arrearRows = (page: import('@playwright/test').Page) =>
  page.getByRole('region', { name: 'Atrasos' }).getByRole('button')

test.beforeEach(async ({ page, enter }) => {
  await enter('/app/asistencia')
  await expect(page.getByText('Porcentaje de asistencia')).toBeVisible()
})

test('shows the percentage with one decimal against the minimum', async ({ page }) => {
  for (const student_id of [1, TOMAS]) {
    await showStudent(page, student_id)
    const { attendance_percentage } = await answerOf(page, 'getArrears', { student_id })
    const percentage = attendance_percentage as number
    const meter = page.getByRole('meter', { name: 'Porcentaje de asistencia' })
    await expect(meter).toHaveAttribute('aria-valuetext', `${attendanceDecimal(percentage)}%`)
    const isLow = percentage < 85
    await expect(page.getByText('Bajo el mínimo de 85%', { exact: true })).toHaveCount(isLow ? 1 : 0)
    await expect(page.getByText('Mínimo 85%', { exact: true })).toBeVisible()
  }
})

test('lists the absences by date and describes each class day in words', async ({ page }) => {
  for (const student_id of [1, TOMAS]) {
    await showStudent(page, student_id)
    const { days } = await answerOf(page, 'getAttendanceDays', { student_id })
    const absences = days.filter(({ status }) => status === 'absent').map(({ date }) => date)
    expect(absences.length).toBeGreaterThan(0)
    await expect(page.getByText(`Faltó ${absences.length} de ${days.length} días.`)).toBeVisible()
    const listed = page.getByRole('region', { name: 'Inasistencias' }).getByRole('listitem')
    const texts = absences.toReversed().map((date) => new RegExp(`${formatDay(date)}$`))
    await expect(listed).toHaveText(texts)
    const strips = page.getByRole('region', { name: 'Día por día' }).locator('ol > li')
    await expect(strips).toHaveCount(days.length)
    await expect(strips.filter({ hasText: ': ausente' })).toHaveCount(absences.length)
  }
})

test('states how many absences are left for one child, and that the year is too short for the other', async ({
  page,
}) => {
  await expect(
    page.getByText(/^Si faltara \d+ días seguidos, seguiría en 85%\.$|^Aunque faltara todos/),
  ).toBeVisible()
  await showStudent(page, TOMAS)
  await expect(
    page.getByText(/^Con \d+ días seguidos de asistencia llegaría|ya no alcanza el 85%/),
  ).toBeVisible()
  await expect(page.getByText(/^Conversa con su profesor o profesora jefe o con UTP/)).toBeVisible()
})

test('lists the late arrivals, and each opens with all details', async ({ page }) => {
  const { arrears } = await answerOf(page, 'getArrears', { student_id: 1 })
  expect(arrears.length).toBeGreaterThan(0)
  await expect(arrearRows(page)).toHaveCount(arrears.length)
  for (const [index, arrear] of arrears.entries()) {
    await arrearRows(page).nth(index).click()
    const dialog = page.getByRole('dialog', { name: 'Atraso' })
    await expect(dialog).toBeVisible()
    expect(await factsOf(dialog)).toEqual([
      `Fecha y hora: ${formatInstant(arrear.date_late)}`,
      `Estado: ${statusTexts[arrear.status]}`,
      `Observación: ${arrear.observation ?? '—'}`,
    ])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('the sheet closes by its button, Esc and the backdrop, and returns the focus', async ({ page }) => {
  await expectSheetCloses(page, arrearRows(page).first())
})

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  test('the detail is beside the list, which stays operable', async ({ page }) => {
    await arrearRows(page).nth(0).click()
    const dialog = page.getByRole('dialog', { name: 'Atraso' })
    await expect(arrearRows(page).nth(0)).toHaveAttribute('aria-current', 'true')
    const [first] = await factsOf(dialog)
    await arrearRows(page).nth(1).click()
    await expect(arrearRows(page).nth(1)).toHaveAttribute('aria-current', 'true')
    expect((await factsOf(dialog))[0]).not.toBe(first)
    await page.keyboard.press('Escape')
    await expectDetailCloses(page, arrearRows(page).first(), false)
  })
})

test('a school without data shows a dash and an empty list', async ({ page }) => {
  await chooseStudent(page, /Antú/)
  await expect(page.getByText('Aún no hay días de clases registrados.')).toBeVisible()
  for (const name of ['Inasistencias', 'Día por día', 'Atrasos'])
    await expect(page.getByRole('region', { name })).toContainText('Sin Elementos.')
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuetext', 'Sin datos')
})
