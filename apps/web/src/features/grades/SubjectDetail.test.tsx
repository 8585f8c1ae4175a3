import type { Qualification, SubjectAverage } from '@apoderados/contract/grades'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../shared/api/queryClient.ts'
import { anAverage } from '../../testing/data/anAverage.ts'
import { aStudent } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { GradesPage } from './GradesPage.tsx'

const aQualification = (changes: Partial<Qualification> = {}): Qualification => ({
  id: 1,
  name: 'Prueba Unidad 1',
  description: 'Números naturales',
  qualification: 5.6,
  note_scale_value: null,
  ...changes,
})
const qualificationsWithGrades = (...grades: (number | null)[]) =>
  grades.map((grade, index) => aQualification({ id: index + 1, qualification: grade }))

/** A server with one subject; each test adds the responses with the subject's grades. */
function serverWithSubject(subject: Partial<SubjectAverage> = {}) {
  const server = fakeApi()
  server.respond('getSubPeriods', [{ id: 7, name: '1° Semestre' }])
  server.respond('getPeriodQualifications', { averages: [anAverage({ id: 31, ...subject })], average: 6 })
  return server
}
async function openSubject(name = /^Matemática/) {
  signedIn()
  render(<GradesPage student={aStudent()} />)
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(screen.getByRole('dialog', { name }))
}
async function openSubjectWith(qualifications: Qualification[], subject?: Partial<SubjectAverage>) {
  const server = serverWithSubject(subject)
  server.respond('getPeriodQualificationsBySubject', { qualifications })
  const dialog = await openSubject()
  if (qualifications.length > 0) await dialog.findByRole('list')
  return dialog
}
const textOf = (element: Element | null) => element?.textContent?.replace(/\s+/g, ' ').trim()
const gradeTexts = (dialog: Awaited<ReturnType<typeof openSubject>>) =>
  dialog.getAllByRole('listitem').map(textOf)

beforeEach(() => queryClient.clear())

describe('the grades of a subject', () => {
  it('are requested when it is opened, and listed with name, description and grade', async () => {
    const server = serverWithSubject()
    server.respond('getPeriodQualificationsBySubject', {
      qualifications: qualificationsWithGrades(5.6, 6.25),
    })
    const dialog = await openSubject()
    await dialog.findByText('1° Semestre · 2 notas')
    expect(gradeTexts(dialog)).toEqual([
      'Prueba Unidad 1Números naturales 5,6',
      'Prueba Unidad 1Números naturales 6,3',
    ])
    expect(server.received.filter(({ name }) => name === 'getPeriodQualificationsBySubject')).toMatchObject([
      { request: { student_id: 1, establishment_sub_period_id: 7, course_subject_id: 31 } },
    ])
  })

  it.each([
    [[5], '1° Semestre · 1 nota'],
    [[5, 6, null], '1° Semestre · 2 notas · 1 pendiente'],
    [[5, null, null], '1° Semestre · 1 nota · 2 pendientes'],
    [[null], '1° Semestre · 1 pendiente'],
  ])('%j are counted as %s', async (given, text) => {
    const dialog = await openSubjectWith(qualificationsWithGrades(...given))
    dialog.getByText(text)
  })

  it('count a concept as given', async () => {
    const dialog = await openSubjectWith([aQualification({ qualification: null, note_scale_value: 'S' })])
    dialog.getByText('1° Semestre · 1 nota')
  })

  it('can be empty', async () => {
    const dialog = await openSubjectWith([])
    await dialog.findByText('Sin Elementos.')
    expect(dialog.queryByText(/·/)).toBeNull()
  })

  it.each([
    [{ qualification: null }, 'Prueba Unidad 1Números naturales —'],
    [{ qualification: 3.95 }, 'Prueba Unidad 1Números naturales Bajo 4,0 4,0'],
    [{ qualification: 4 }, 'Prueba Unidad 1Números naturales 4,0'],
    [{ qualification: null, note_scale_value: 'MB' }, 'Prueba Unidad 1Números naturales MB · Muy bueno'],
    [{ qualification: 2, note_scale_value: 'L' }, 'Prueba Unidad 1Números naturales L'],
    [{ qualification: 2, note_scale_value: '' }, 'Prueba Unidad 1Números naturales Bajo 4,0 2,0'],
    [{ description: null }, 'Prueba Unidad 1 5,6'],
    [{ name: '<i>Prueba</i>', description: 'a < b' }, '<i>Prueba</i>a < b 5,6'],
  ])('with %o read %s', async (changes, text) => {
    expect(gradeTexts(await openSubjectWith([aQualification(changes)]))).toEqual([text])
  })
})

describe('the average of a subject', () => {
  it('is above them, with the passing grade', async () => {
    const dialog = await openSubjectWith(qualificationsWithGrades(5.6))
    dialog.getByText('5,4')
    dialog.getByText('Promedio de la asignatura')
    dialog.getByText('Se aprueba desde 4,0')
    expect(dialog.queryByText('Bajo 4,0')).toBeNull()
  })

  it('is marked if it is under 4,0', async () => {
    const dialog = await openSubjectWith(qualificationsWithGrades(5.6), { average: 3.95 })
    expect(dialog.getByText('4,0').className).toContain('text-negative-text')
    dialog.getByText('Bajo 4,0')
  })

  it('is a dash if there is none', async () => {
    const dialog = await openSubjectWith([], { average: null })
    dialog.getByText('—')
  })

  it.each([
    ['other', 'MB', 'MB · Muy bueno'],
    ['other', 'EX', 'EX'],
    ['other', 'Medianamente logrado', 'Medianamente logrado'],
    ['nueva', null, '—'],
  ])('of scale %s with the concept %s is %s', async (scale_type, note_scale_value, expected) => {
    const dialog = await openSubjectWith([], { scale_type, note_scale_value, average: null })
    dialog.getByText(expected)
    dialog.getByText('Se evalúa con concepto')
    expect(dialog.queryByText('Se aprueba desde 4,0')).toBeNull()
  })
})

describe('the chart', () => {
  const chart = (dialog: Awaited<ReturnType<typeof openSubject>>) => dialog.queryByRole('img')

  it('shows the numeric grades in the server’s order, red under 4,0', async () => {
    const dialog = await openSubjectWith([
      ...qualificationsWithGrades(5.5, null, 3.95, 7),
      aQualification({ id: 9, qualification: 1, note_scale_value: 'I' }),
    ])
    const drawing = chart(dialog)
    expect(drawing?.getAttribute('aria-label')).toBe(
      'Gráfico de 3 notas: la más baja es 4,0 y la más alta, 7,0.',
    )
    const dots = Array.from(drawing?.querySelectorAll('circle') ?? [])
    expect(
      dots.map((dot) => [
        dot.getAttribute('cx'),
        dot.getAttribute('cy'),
        dot.classList.contains('stroke-negative'),
      ]),
    ).toEqual([
      ['0%', '25%', false],
      ['50%', `${100 - (2.95 / 6) * 100}%`, true],
      ['100%', '0%', false],
    ])
    expect(drawing?.querySelectorAll('line')).toHaveLength(2)
  })

  it('is omitted with fewer than two numeric grades', async () => {
    expect(chart(await openSubjectWith(qualificationsWithGrades(5.5, null)))).toBeNull()
  })
})

describe('a detail', () => {
  it('shows the average while its grades load', async () => {
    serverWithSubject().hang('getPeriodQualificationsBySubject')
    const dialog = await openSubject()
    dialog.getByText('Cargando')
    dialog.getByText('1° Semestre')
    dialog.getByText('5,4')
  })

  it('that fails is empty with a notice, and can be retried', async () => {
    const server = serverWithSubject()
    server.refuse('getPeriodQualificationsBySubject', 500)
    server.respond('getPeriodQualificationsBySubject', { qualifications: qualificationsWithGrades(6) })
    const dialog = await openSubject()
    await dialog.findByText('No se pudo cargar')
    dialog.getByText('Error en el servicio')
    dialog.getByText('Sin Elementos.')
    await userEvent.click(dialog.getByRole('button', { name: 'Reintentar' }))
    await dialog.findByText('6,0')
    expect(dialog.queryByText('No se pudo cargar')).toBeNull()
  })

  it('closes when another period is chosen', async () => {
    const server = fakeApi()
    server.respond('getSubPeriods', [
      { id: 7, name: '1° Semestre' },
      { id: 8, name: '2° Semestre' },
    ])
    const maths = { id: 31, subject: 'Matemática', scale_type: 'number', average: 5, note_scale_value: null }
    server.respond('getPeriodQualifications', { averages: [maths], average: 5 })
    server.respond('getPeriodQualificationsBySubject', { qualifications: qualificationsWithGrades(5) })
    await openSubject()
    // `hidden`: the phone's dialog covers the tabs; on a desktop they are beside the detail and can be selected.
    await userEvent.click(screen.getByRole('tab', { name: '2° Semestre', hidden: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    screen.getByRole('button', { name: /^Matemática/ })
  })

  it('is refreshed with its page', async () => {
    const server = serverWithSubject()
    server.respond('getPeriodQualificationsBySubject', { qualifications: qualificationsWithGrades(6) })
    server.respond('getPeriodQualificationsBySubject', { qualifications: qualificationsWithGrades(6, 4.5) })
    const dialog = await openSubject()
    await dialog.findByText('6,0')
    // `hidden`: the phone's dialog covers the header; on a desktop it is beside the detail and can be used.
    await userEvent.click(screen.getByRole('button', { name: 'Actualizar', hidden: true }))
    await dialog.findByText('4,5')
  })
})
