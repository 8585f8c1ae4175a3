import type { ResponseOf } from '@apoderados/contract/calls/api'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../shared/api/queryClient.ts'
import { anAverage } from '../../testing/data/aGrade.ts'
import { aStudent } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { GradesPage } from './GradesPage.tsx'

const semesters = [
  { id: 7, name: '1° Semestre' },
  { id: 8, name: '2° Semestre' },
]
const first = { averages: [anAverage()], average: 6.04 }
const second = { averages: [anAverage({ average: 4.9 })], average: 5.25 }

type Answers = ResponseOf<'getPeriodQualifications'>[]

/** The answers about the sub-periods, in the order of the requests. */
function renderGrades(answers: Answers = [first, second], ...subPeriods: ResponseOf<'getSubPeriods'>[]) {
  const server = fakeApi()
  for (const answer of subPeriods.length > 0 ? subPeriods : [semesters])
    server.answer('getSubPeriods', answer)
  for (const answer of answers) server.answer('getPeriodQualifications', answer)
  server.answer('getPeriodMarks', { rounding: 'round', uses_weights: false, subjects: [] })
  signedIn()
  render(<GradesPage student={aStudent()} />)
  return server
}

const tab = (name: string) => screen.getByRole('tab', { name })
const choose = (name: string) => userEvent.click(tab(name))
const rows = async () => {
  await screen.findByText('Promedio del período')
  const list = within(screen.getByRole('tabpanel')).getByRole('list')
  return within(list).getAllByRole('button')
}
const periodAverage = async () => (await screen.findByText('Promedio del período')).closest('p')

beforeEach(() => queryClient.clear())

describe('the tabs', () => {
  it('are the sub-periods and Final, with the first one chosen', async () => {
    renderGrades()
    await rows()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      '1° Semestre',
      '2° Semestre',
      'Final',
    ])
    expect(tab('1° Semestre').getAttribute('aria-selected')).toBe('true')
    screen.getByRole('tabpanel', { name: '1° Semestre' })
  })

  it('request the other periods once the first is shown, and then change at once', async () => {
    const server = renderGrades()
    await rows()
    await waitFor(() => expect(server.count('getPeriodQualifications')).toBe(2))
    await choose('2° Semestre')
    expect((await periodAverage())?.textContent).toContain('5,3')
    await choose('1° Semestre')
    expect((await periodAverage())?.textContent).toContain('6,0')
    expect(server.received.filter(({ name }) => name === 'getPeriodQualifications')).toMatchObject([
      { request: { student_id: 1, establishment_sub_period_id: 7 } },
      { request: { student_id: 1, establishment_sub_period_id: 8 } },
    ])
  })

  it('request no other period while the first loads, unless it is chosen', async () => {
    const server = fakeApi()
    server.answer('getSubPeriods', semesters)
    server.hang('getPeriodQualifications')
    server.answer('getPeriodQualifications', second)
    signedIn()
    render(<GradesPage student={aStudent()} />)
    await screen.findByRole('tab', { name: '1° Semestre' })
    screen.getByText('Cargando')
    expect(server.count('getPeriodQualifications')).toBe(1)
    await choose('2° Semestre')
    expect((await periodAverage())?.textContent).toContain('5,3')
  })

  it('are not shown without sub-periods', async () => {
    const server = renderGrades([], [])
    await screen.findByText('Sin Elementos.')
    expect(screen.queryByRole('tablist')).toBeNull()
    expect(server.count('getPeriodQualifications')).toBe(0)
  })

  it('fall back to the first one if a refresh removes the chosen one', async () => {
    renderGrades([first, second], semesters, semesters.slice(0, 1))
    await rows()
    await choose('2° Semestre')
    await userEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
    await waitFor(() => expect(screen.queryByRole('tab', { name: '2° Semestre' })).toBeNull())
    expect(tab('1° Semestre').getAttribute('aria-selected')).toBe('true')
  })
})

describe('Final', () => {
  const finalRows = () =>
    within(screen.getByRole('table', { name: 'Promedios por asignatura y período' }))
      .getAllByRole('row')
      .map((row) => Array.from(row.children, (cell) => cell.textContent?.replace(/\s+/g, ' ').trim()))
  const religion = (note_scale_value: string | null) =>
    anAverage({ id: 9, subject: 'Religión', scale_type: 'other', average: null, note_scale_value })

  it('has a row for each subject, a column for each period and the averages of the periods last', async () => {
    const server = renderGrades([
      { averages: [anAverage(), religion('MB')], average: 6.04 },
      { averages: [anAverage({ average: 3.9 }), religion(null)], average: 3.95 },
    ])
    await rows()
    await waitFor(() => expect(server.count('getPeriodQualifications')).toBe(2))
    await waitFor(() => expect(server.count('getPeriodMarks')).toBe(2))
    const callCount = server.received.length
    await choose('Final')
    expect(finalRows()).toEqual([
      ['Asignatura', '1° Semestre', '2° Semestre'],
      ['Matemática', '5,4', '3,9 Bajo 4,0'],
      ['Religión', 'MB · Muy bueno', '—'],
      ['Promedio del período', '6,0', '4,0 Bajo 4,0'],
    ])
    screen.getByRole('rowheader', { name: 'Promedio del período' })
    screen.getByRole('columnheader', { name: '2° Semestre' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.received).toHaveLength(callCount)
  })

  it('lists a subject that begins in the second period, with a dash in the first', async () => {
    const server = renderGrades([
      first,
      { averages: [anAverage(), anAverage({ id: 2, subject: 'Inglés' })], average: 5 },
    ])
    await rows()
    await waitFor(() => expect(server.count('getPeriodQualifications')).toBe(2))
    await choose('Final')
    expect(finalRows()).toContainEqual(['Inglés', '—', '5,4'])
  })

  it('shows a dash for a period without average beside one that has it', async () => {
    const server = renderGrades([first, { averages: [], average: null }])
    await rows()
    await waitFor(() => expect(server.count('getPeriodQualifications')).toBe(2))
    await choose('Final')
    await waitFor(() => expect(finalRows().at(-1)).toEqual(['Promedio del período', '6,0', '—']))
  })

  it('omits a period that could not be loaded', async () => {
    const server = fakeApi()
    server.answer('getSubPeriods', semesters)
    server.answer('getPeriodQualifications', first)
    server.refuse('getPeriodQualifications', 500)
    signedIn()
    render(<GradesPage student={aStudent()} />)
    await rows()
    await waitFor(() => expect(server.count('getPeriodQualifications')).toBe(2))
    await choose('Final')
    await waitFor(() => expect(finalRows()[0]).toEqual(['Asignatura', '1° Semestre']))
  })

  it('lists the concepts of a course without numbers', async () => {
    renderGrades([{ averages: [religion('B')], average: null }], semesters.slice(0, 1))
    await rows()
    await choose('Final')
    expect(finalRows()).toContainEqual(['Religión', 'B · Bueno'])
  })

  it('is empty without subjects', async () => {
    renderGrades([{ averages: [anAverage()], average: null }])
    await rows()
    await choose('Final')
    await screen.findByText('Sin Elementos.')
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('is a named region that the keyboard can scroll', async () => {
    renderGrades()
    await rows()
    await choose('Final')
    expect(screen.getByRole('region', { name: 'Promedios por asignatura y período' }).tabIndex).toBe(0)
  })
})

describe('the page', () => {
  it('shows that it is loading, first without tabs', async () => {
    renderGrades()
    screen.getByText('Cargando')
    expect(screen.queryByRole('tab')).toBeNull()
    await rows()
    expect(screen.queryByText('Cargando')).toBeNull()
  })

  it('is empty in a period without subjects', async () => {
    renderGrades([{ averages: [], average: null }])
    await screen.findByText('Sin Elementos.')
    expect(screen.queryByText('Promedio del período')).toBeNull()
  })

  it.each(['getSubPeriods', 'getPeriodQualifications'] as const)(
    'is empty with a notice when %s fails, and loads on demand',
    async (name) => {
      const server = fakeApi()
      server.refuse(name, 500, 'No pudimos')
      server.answer('getSubPeriods', semesters)
      server.answer('getPeriodQualifications', first)
      signedIn()
      render(<GradesPage student={aStudent()} />)
      await screen.findByText('No se pudo cargar')
      screen.getByText('No pudimos')
      await screen.findByText('Sin Elementos.')
      await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
      expect(await rows()).toHaveLength(1)
      await waitFor(() => expect(screen.queryByText('No se pudo cargar')).toBeNull())
    },
  )

  it('keeps its content during and after a failed refresh', async () => {
    const server = renderGrades([first], semesters.slice(0, 1))
    server.refuse('getPeriodQualifications', 500)
    await rows()
    fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
    expect(await rows()).toHaveLength(1)
    await screen.findByText('No se pudo actualizar')
    expect(await rows()).toHaveLength(1)
  })

  it('shows no notice if a hidden period could not be loaded', async () => {
    const server = fakeApi()
    server.answer('getSubPeriods', semesters)
    server.answer('getPeriodQualifications', first)
    server.refuse('getPeriodQualifications', 500)
    signedIn()
    render(<GradesPage student={aStudent()} />)
    await waitFor(() => expect(server.count('getPeriodQualifications')).toBe(2))
    await rows()
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
    await choose('2° Semestre')
    await screen.findByText('No se pudo cargar')
    await screen.findByText('Sin Elementos.')
  })

  it('shows cached content at once', async () => {
    renderGrades()
    await rows()
    document.body.replaceChildren()
    render(<GradesPage student={aStudent()} />)
    expect(screen.queryByText('Cargando')).toBeNull()
    screen.getByText('Promedio del período')
  })
})

describe('the address', () => {
  const openAddress = (query: string) => history.replaceState(null, '', `/app/calificaciones${query}`)
  const isSelected = (name: string) =>
    waitFor(() => expect(tab(name).getAttribute('aria-selected')).toBe('true'))

  it('contains the chosen tab, in the same history entry', async () => {
    openAddress('')
    renderGrades()
    await rows()
    const entries = history.length
    await choose('2° Semestre')
    expect(location.search).toBe('?periodo=8')
    await choose('Final')
    expect([location.search, history.length]).toEqual(['?periodo=final', entries])
  })

  it('chooses its period and requests that one first', async () => {
    openAddress('?periodo=8')
    const server = renderGrades([second, first])
    expect((await periodAverage())?.textContent).toContain('5,3')
    await isSelected('2° Semestre')
    const [firstCall] = server.received.filter(({ name }) => name === 'getPeriodQualifications')
    expect(firstCall?.request).toMatchObject({ establishment_sub_period_id: 8 })
  })

  it.each(['99', '', 'Final', '<b>'])('loses the period %j, so that the first is chosen', async (period) => {
    openAddress(`?periodo=${encodeURIComponent(period)}`)
    renderGrades()
    await rows()
    await isSelected('1° Semestre')
    await waitFor(() => expect(location.search).toBe(''))
  })

  it("replaces a period of another child's school by the one of the same name", async () => {
    openAddress('?periodo=51')
    renderGrades([second, first])
    queryClient.setQueryData(['getSubPeriods', { student_id: 2 }], [{ id: 51, name: '2° Semestre' }])
    await isSelected('2° Semestre')
    await waitFor(() => expect(location.search).toBe('?periodo=8'))
  })

  it('opens its subject, and loses an unknown one', async () => {
    openAddress('?asignatura=1')
    const server = renderGrades()
    server.answer('getPeriodQualificationsBySubject', { qualifications: [] })
    await screen.findByRole('dialog', { name: 'Matemática' })
    act(() => history.pushState(null, '', '/app/calificaciones?asignatura=5'))
    await waitFor(() => expect(location.search).toBe(''))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
