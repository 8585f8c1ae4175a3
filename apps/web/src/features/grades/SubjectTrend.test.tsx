import type { PeriodMark } from '@apoderados/contract/grades'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../shared/api/queryClient.ts'
import { aMark } from '../../testing/data/aMark.ts'
import { anAverage } from '../../testing/data/anAverage.ts'
import { aStudent } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { GradesPage } from './GradesPage.tsx'

const marksResponse = (uses_weights: boolean, ...qualifications: PeriodMark[]) => ({
  rounding: 'round',
  uses_weights,
  subjects: [{ id: 31, scale_type: 'number', counts_in_average: true, qualifications }],
})
const firstMarks = [
  aMark({ id: 1, name: 'Control', description: null, qualification: 3.8, date: '2026-03-05', weight: 20 }),
  aMark({ id: 2, name: 'Prueba', description: null, qualification: 6, weight: 60 }),
  aMark({ id: 3, name: 'Guía', description: null, qualification: null, date: null, weight: 10 }),
]
const secondMarks = [aMark({ id: 4, name: 'Ensayo', qualification: 6.5, date: '2026-08-20', weight: 1 })]

/** Opens a subject in the first of two periods; `averages` are its averages in the first and the second period. */
async function openSubject(
  averages: [number | null, number | null],
  isWithMarks = true,
  uses_weights = true,
) {
  const server = fakeApi()
  server.respond('getSubPeriods', [
    { id: 7, name: '1° Semestre' },
    { id: 8, name: '2° Semestre' },
  ])
  for (const average of averages) {
    server.respond('getPeriodQualifications', { averages: [anAverage({ id: 31, average })], average })
  }
  server.respond('getPeriodQualificationsBySubject', { qualifications: firstMarks })
  const withoutWeights = (marks: PeriodMark[]) =>
    uses_weights ? marks : marks.map((mark) => ({ ...mark, weight: null }))
  if (isWithMarks) {
    server.respond('getPeriodMarks', marksResponse(uses_weights, ...withoutWeights(firstMarks)))
    server.respond('getPeriodMarks', marksResponse(uses_weights, ...withoutWeights(secondMarks)))
  } else server.refuse('getPeriodMarks', 500)
  signedIn()
  render(<GradesPage student={aStudent()} />)
  await waitFor(() => expect(server.count('getPeriodQualifications')).toBe(2))
  await userEvent.click(await screen.findByRole('button', { name: /^Matemática/ }))
  const dialog = within(screen.getByRole('dialog'))
  await dialog.findByRole('list')
  return { server, dialog }
}
type Dialog = Awaited<ReturnType<typeof openSubject>>['dialog']
const textOf = (element: Element) => element.textContent?.replace(/\s+/g, ' ').trim()
const rows = (dialog: Dialog) => dialog.getAllByRole('listitem').map(textOf)

beforeEach(() => queryClient.clear())

describe('a grade', () => {
  it('has the day of its assessment and its share of the weights', async () => {
    const { server, dialog } = await openSubject([5, null])
    await dialog.findByText('05-03-2026 · Pondera 22,2%')
    expect(rows(dialog)).toEqual([
      'Control05-03-2026 · Pondera 22,2% Bajo 4,0 3,8',
      'Prueba12-05-2026 · Pondera 66,7% 6,0',
      'GuíaPondera 11,1% —',
    ])
    expect(server.received.filter(({ name }) => name === 'getPeriodMarks')).toMatchObject([
      { request: { student_id: 1, establishment_sub_period_id: 7 } },
      { request: { student_id: 1, establishment_sub_period_id: 8 } },
    ])
  })

  it('has only its day at a school without weights', async () => {
    const { dialog } = await openSubject([5, null], true, false)
    await dialog.findByText('05-03-2026', { selector: 'p' })
    expect(dialog.queryByText(/Pondera/)).toBeNull()
    expect(rows(dialog).at(-1)).toBe('Guía —')
  })

  it('is listed without both if they could not be loaded', async () => {
    const { server, dialog } = await openSubject([5, null], false)
    await waitFor(() => expect(server.count('getPeriodMarks')).toBe(2))
    await waitFor(() => expect(rows(dialog)).toEqual(['Control Bajo 4,0 3,8', 'Prueba 6,0', 'Guía —']))
    expect(dialog.queryByText('No se pudo cargar')).toBeNull()
    expect(dialog.queryByText(/·/, { selector: 'li p' })).toBeNull()
  })
})

describe('the trend of a subject', () => {
  it('shows the grades of both periods, each in its part, hollow under 4,0', async () => {
    const { dialog } = await openSubject([5, 6.5])
    const chart = await dialog.findByRole('img', {
      name: 'Gráfico de 3 notas de 2 períodos: la más baja es 3,8 y la más alta, 6,5.',
    })
    const dots = Array.from(chart.querySelectorAll('circle'))
    expect(dots.map((dot) => [dot.getAttribute('cx'), dot.classList.contains('stroke-negative')])).toEqual([
      ['12.5%', true],
      ['37.5%', false],
      ['75%', false],
    ])
    expect(chart.querySelector('.grade-chart-border')?.getAttribute('x1')).toBe('50%')
  })

  it('has a table of the grades on demand', async () => {
    const { dialog } = await openSubject([5, 6.5])
    await dialog.findByRole('img', { name: /3 notas/ })
    expect(dialog.queryByRole('table')).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Ver tabla', expanded: false }))
    const table = within(dialog.getByRole('table', { name: 'Notas de la asignatura por período' }))
    const cells = table.getAllByRole('row').map((row) => Array.from(row.children, textOf))
    expect(cells).toEqual([
      ['Período', 'Evaluación', 'Fecha', 'Nota'],
      ['1° Semestre', 'Control', '05-03-2026', '3,8'],
      ['1° Semestre', 'Prueba', '12-05-2026', '6,0'],
      ['2° Semestre', 'Ensayo', '20-08-2026', '6,5'],
    ])
    await userEvent.click(dialog.getByRole('button', { name: 'Ocultar tabla', expanded: true }))
    expect(dialog.queryByRole('table')).toBeNull()
  })

  it.each([
    [[5, 6.5], 'El promedio sube de 5,0 a 6,5'],
    [[6.5, 5], 'El promedio baja de 6,5 a 5,0'],
    [[5, 5], 'El promedio se mantiene en 5,0'],
  ] as const)('with the averages %j says: %s', async ([from, to], text) => {
    const { dialog } = await openSubject([from, to])
    await dialog.findByText(text)
  })

  it('omits a period without an average', async () => {
    const { dialog } = await openSubject([5, null])
    await dialog.findByText('2° Semestre · —')
    expect(dialog.queryByText(/^El promedio/)).toBeNull()
  })

  it('shows only the period’s own chart if the others could not be loaded', async () => {
    const { dialog } = await openSubject([5, null], false)
    await dialog.findByRole('img', { name: 'Gráfico de 2 notas: la más baja es 3,8 y la más alta, 6,0.' })
    expect(dialog.queryByRole('table')).toBeNull()
  })
})
