import type { ResponseOf } from '@apoderados/contract/calls/api'
import type { PeriodMark, SubjectAverage } from '@apoderados/contract/grades'
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

beforeEach(() => queryClient.clear())

const unweightedMarks = (...grades: (number | null)[]) =>
  grades.map((qualification, index) =>
    aMark({ id: index + 1, name: `Prueba ${index + 1}`, qualification, weight: null }),
  )

type SchoolRules = Partial<Omit<ResponseOf<'getPeriodMarks'>, 'subjects'>>

/** Opens Matemática with `marks`. `subject` has its published average, `school` how the school computes averages. */
async function openSubject(marks: PeriodMark[], subject: Partial<SubjectAverage>, school: SchoolRules = {}) {
  const server = fakeApi()
  const published = anAverage({ id: 31, ...subject })
  const { scale_type } = published
  server.respond('getSubPeriods', [{ id: 7, name: '1° Semestre' }])
  server.respond('getPeriodQualifications', { averages: [published], average: 6 })
  server.respond('getPeriodQualificationsBySubject', { qualifications: marks })
  server.respond('getPeriodMarks', {
    rounding: 'round',
    uses_weights: false,
    ...school,
    subjects: [{ id: 31, scale_type, counts_in_average: true, qualifications: marks }],
  })
  signedIn()
  render(<GradesPage student={aStudent()} />)
  await userEvent.click(await screen.findByRole('button', { name: /^Matemática/ }))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  return { server, dialog: within(screen.getByRole('dialog', { name: /^Matemática/ })) }
}

async function startSimulation(...given: Parameters<typeof openSubject>) {
  const opened = await openSubject(...given)
  await userEvent.click(opened.dialog.getByRole('button', { name: 'Simular notas' }))
  const section = within(await opened.dialog.findByRole('region', { name: 'Simulación' }))
  const type = async (label: string, text: string) => {
    await userEvent.clear(section.getByLabelText(label))
    await userEvent.type(section.getByLabelText(label), text)
  }
  const statusTexts = () => section.getAllByRole('status').map(({ textContent }) => textContent)
  return { ...opened, section, type, statusTexts }
}

describe('a simulation', () => {
  it('replaces the grades, is labelled as a simulation and takes the focus', async () => {
    const { dialog, section } = await startSimulation(unweightedMarks(5, 5, null), { average: 5 })
    await waitFor(() =>
      expect(document.activeElement).toBe(section.getByRole('heading', { name: 'Simulación' })),
    )
    section.getByText('Notas supuestas: no son del colegio, y no se guardan ni se envían.')
    section.getByText('Notas puestas: 5,0 · 5,0')
    expect(dialog.queryByText('Promedio de la asignatura')).toBeNull()
    expect(section.getAllByRole('textbox')).toHaveLength(2)
  })

  it('shows the average with the supposed marks, without a call', async () => {
    const { server, section, type, statusTexts } = await startSimulation(unweightedMarks(5, 5, null), {
      average: 5,
    })
    const sent = server.received.length
    expect(statusTexts()[0]).toBe('Promedio simulado 5,0')
    await type('Prueba 3', '6,4')
    expect(statusTexts()[0]).toBe('Promedio simulado 5,5')
    await userEvent.click(section.getByRole('button', { name: 'Agregar una evaluación' }))
    await type('Nota supuesta 1', '3')
    expect(statusTexts()[0]).toBe('Promedio simulado 4,9') // 19,4 / 4 = 4,85
    await userEvent.click(section.getByRole('button', { name: 'Quitar Nota supuesta 1' }))
    expect(statusTexts()[0]).toBe('Promedio simulado 5,5')
    expect(server.received).toHaveLength(sent)
  })

  it.each([
    [unweightedMarks(5, 5, null), 5, '5,5', 'Necesita un 6,4 en la evaluación que falta.'],
    [unweightedMarks(5, null, null), 5, '6', 'Necesita un 6,5 en cada una de las 2 evaluaciones que faltan.'],
    [unweightedMarks(4, 4, null), 4, '6,0', 'No se alcanza: con un 7,0 llegaría a 5,0.'],
    [unweightedMarks(4, null, null), 4, '6,5', 'No se alcanza: con un 7,0 en cada una llegaría a 6,0.'],
    [unweightedMarks(7, 7, 7, null), 7, '5,5', 'Ya la tiene.'],
  ])(
    'of %o with %d says for an average of %s which mark it needs',
    async (marks, average, target, answer) => {
      const { type, statusTexts } = await startSimulation(marks, { average })
      await type('Promedio que buscas', target)
      expect(statusTexts()[1]).toBe(answer)
    },
  )

  it('refuses a second decimal instead of dropping it', async () => {
    const { type, statusTexts } = await startSimulation(unweightedMarks(5, null), { average: 5 })
    await type('Promedio que buscas', '5,55')
    screen.getByText('Un promedio de 1,0 a 7,0, con un decimal')
    expect(statusTexts()[1]).toBe('')
  })

  it('shows whether the supposed marks reach the target', async () => {
    const { type, statusTexts } = await startSimulation(unweightedMarks(5, null), { average: 5 })
    await type('Promedio que buscas', '6')
    await type('Prueba 2', '7')
    expect(statusTexts()[1]).toBe('Con estas notas la alcanza.')
    await type('Prueba 2', '6,5')
    expect(statusTexts()[1]).toBe('No se alcanza: con estas notas llegaría a 5,8.')
  })

  it('truncates and weights as the school does', async () => {
    const marks = [
      aMark({ id: 1, qualification: 4, weight: 30 }),
      aMark({ id: 2, name: 'Final', qualification: null, weight: 50 }),
    ]
    const school = { rounding: 'truncate', uses_weights: true }
    const { section, type, statusTexts } = await startSimulation(marks, { average: 4 }, school)
    section.getByText('Ponderación 50')
    await type('Final', '5,5')
    expect(statusTexts()[0]).toBe('Promedio simulado 4,9') // 395 / 80 = 4,9375
    await userEvent.click(section.getByRole('button', { name: 'Agregar una evaluación' }))
    expect(section.getByLabelText('Ponderación de Nota supuesta 1')).toHaveProperty('value', '40')
    await type('Ponderación de Nota supuesta 1', '20')
    await type('Nota supuesta 1', '7')
    expect(statusTexts()[0]).toBe('Promedio simulado 5,3') // 535 / 100
  })

  it('starts with an additional evaluation if none is pending', async () => {
    const { section, statusTexts } = await startSimulation(unweightedMarks(5.4), { average: 5.4 })
    section.getByLabelText('Nota supuesta 1')
    expect(statusTexts()[0]).toBe('Promedio simulado 5,4')
  })

  it('ignores a concept among the numeric grades', async () => {
    const exempt = aMark({ id: 9, name: 'Examen', qualification: null, note_scale_value: 'EX' })
    const { section } = await startSimulation([...unweightedMarks(5, null), exempt], { average: 5 })
    expect(section.queryByLabelText('Examen')).toBeNull()
  })

  it('rejects an invalid grade, and shows no average with it', async () => {
    const { section, type, statusTexts } = await startSimulation(unweightedMarks(5, null), { average: 5 })
    await type('Prueba 2', '8')
    section.getByText('Una nota de 1,0 a 7,0, con un decimal')
    expect(statusTexts()[0]).toBe('Promedio simulado —')
  })

  it('ends by its button, returns the focus and discards its input', async () => {
    const { dialog, type, section } = await startSimulation(unweightedMarks(5, null), { average: 5 })
    await type('Prueba 2', '7')
    await userEvent.click(section.getByRole('button', { name: 'Salir de la simulación' }))
    const button = dialog.getByRole('button', { name: 'Simular notas' })
    expect(document.activeElement).toBe(button)
    dialog.getByText('Promedio de la asignatura')
    await userEvent.click(button)
    expect(await dialog.findByLabelText('Prueba 2')).toHaveProperty('value', '')
  })

  it('ends when its detail is closed', async () => {
    const { dialog } = await startSimulation(unweightedMarks(5, null), { average: 5 })
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
    await userEvent.click(screen.getByRole('button', { name: /^Matemática/ }))
    await dialog.findByText('Promedio de la asignatura')
    expect(dialog.queryByRole('region', { name: 'Simulación' })).toBeNull()
  })
})

describe('a simulation is not offered', () => {
  it.each<[string, Parameters<typeof openSubject>]>([
    ['for a subject graded by concept', [[], { scale_type: 'other', average: null, note_scale_value: 'MB' }]],
    ['where the marks do not give the published average', [unweightedMarks(5, null), { average: 6 }]],
    [
      'for a rounding that this version does not know',
      [unweightedMarks(5, null), { average: 5 }, { rounding: 'nueva' }],
    ],
  ])('%s', async (_, given) => {
    const { dialog } = await openSubject(...given)
    expect(dialog.queryByRole('button', { name: 'Simular notas' })).toBeNull()
  })
})
