import { formatDay, longDayOfYear } from '../../../apps/web/src/shared/text/format.ts'
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

const sectionHeadings = { positive: 'Positivas', negative: 'Negativas', neutral: 'Neutras' } as const
const typeTexts = { positive: 'Positiva', negative: 'Negativa', neutral: 'Neutra' } as const
const badgeColors = {
  positive: 'rgb(26, 122, 71)',
  negative: 'rgb(192, 50, 44)',
  neutral: 'rgb(245, 200, 66)',
} as const
const placeTexts: Record<string, string> = {
  inspectorate: 'Inspectoría',
  address: 'Dirección',
  utp: 'UTP',
  schoollife: 'Convivencia Escolar',
}
const observationTypes = ['positive', 'negative', 'neutral'] as const

test.beforeEach(async ({ page, enter }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await enter('/app/observaciones')
  await expect(page.getByRole('region', { name: /^(Positivas|Negativas|Neutras), / })).toHaveCount(3)
})

test('each kind has its count, by colour and in words', async ({ page }) => {
  const { observations } = await answerOf(page, 'getObservations', { student_id: 1 })
  for (const type of observationTypes) {
    const section = page.getByRole('region', {
      name: `${sectionHeadings[type]}, ${observations[type].length}`,
    })
    await expect(section.getByRole('button')).toHaveCount(observations[type].length)
    await expect(section.locator('.count-badge')).toHaveCSS('background-color', badgeColors[type])
    await expect(section.locator('h2 svg')).toBeVisible()
  }
})

test('each observation opens with all details, and with its place in Spanish', async ({ page }) => {
  for (const student_id of [1, TOMAS]) {
    await showStudent(page, student_id)
    const { observations } = await answerOf(page, 'getObservations', { student_id })
    for (const type of observationTypes) {
      const section = page.getByRole('region', {
        name: `${sectionHeadings[type]}, ${observations[type].length}`,
      })
      for (const [index, note] of observations[type].entries()) {
        const { description } = note.observation_event
        const row = section.getByRole('button').nth(index)
        await expect(row).toContainText(description)
        await expect(row).toContainText(formatDay(note.date))
        await row.click()
        const dialog = page.getByRole('dialog', { name: longDayOfYear(note.date) })
        const { employee } = note
        const teacher = employee && [employee.name, employee.last_name, employee.second_last_name]
        expect(await factsOf(dialog)).toEqual([
          `Observación: ${note.observation}`,
          `Tipo: ${description}${typeTexts[type]}`,
          `Docente: ${teacher?.filter(Boolean).join(' ') ?? '—'}`,
          `Asignatura: ${note.subject ?? '—'}`,
          `Curso: ${note.course.description} ${note.course.letter}`,
          `En clases: ${note.in_class ? 'Sí' : 'No'}`,
          `Lugar: ${note.where_is ? placeTexts[note.where_is] : '—'}`,
        ])
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
    }
  }
})

test('the sheet closes by its button, Esc and the backdrop, and returns the focus', async ({ page }) => {
  const row = page.getByRole('main').getByRole('listitem').getByRole('button').first()
  await expectSheetCloses(page, row)
})

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  test('the detail is beside the lists', async ({ page }) => {
    const row = page.getByRole('main').getByRole('listitem').getByRole('button').first()
    await expect(page.getByRole('region', { name: 'La más reciente' })).toBeVisible()
    await expectDetailCloses(page, row, false)
  })
})

test('a student without observations has three empty sections', async ({ page }) => {
  await chooseStudent(page, /Antú/)
  for (const type of observationTypes) {
    await expect(page.getByRole('region', { name: `${sectionHeadings[type]}, 0` })).toContainText(
      'Sin Elementos.',
    )
  }
})
