import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../shared/api/queryClient.ts'
import { dispatch } from '../../shared/session/store.ts'
import { aStudent } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import {
  chooseTab,
  firstPeriod,
  renderGrades,
  secondPeriod,
  semesters,
  subjectRows,
  tab,
} from '../../testing/pages/grades.tsx'
import { signedIn } from '../../testing/signedIn.ts'
import { GradesPage } from './GradesPage.tsx'

const periodAverage = async () => (await screen.findByText('Promedio del período')).closest('p')

beforeEach(() => queryClient.clear())

describe('the tabs', () => {
  it('are the sub-periods and Final, with the first one chosen', async () => {
    renderGrades()
    await subjectRows()
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
    await subjectRows()
    await waitFor(() => expect(server.count('getPeriodQualifications')).toBe(2))
    await chooseTab('2° Semestre')
    expect((await periodAverage())?.textContent).toContain('5,3')
    await chooseTab('1° Semestre')
    expect((await periodAverage())?.textContent).toContain('6,0')
    expect(server.received.filter(({ name }) => name === 'getPeriodQualifications')).toMatchObject([
      { request: { student_id: 1, establishment_sub_period_id: 7 } },
      { request: { student_id: 1, establishment_sub_period_id: 8 } },
    ])
  })

  it('request no other period while the first loads, unless it is chosen', async () => {
    const server = fakeApi()
    server.respond('getSubPeriods', semesters)
    server.hang('getPeriodQualifications')
    server.respond('getPeriodQualifications', secondPeriod)
    signedIn()
    render(<GradesPage student={aStudent()} />)
    await screen.findByRole('tab', { name: '1° Semestre' })
    screen.getByText('Cargando')
    expect(server.count('getPeriodQualifications')).toBe(1)
    await chooseTab('2° Semestre')
    expect((await periodAverage())?.textContent).toContain('5,3')
  })

  it('are not shown without sub-periods', async () => {
    const server = renderGrades([], [])
    await screen.findByText('Sin Elementos.')
    expect(screen.queryByRole('tablist')).toBeNull()
    expect(server.count('getPeriodQualifications')).toBe(0)
  })

  it('fall back to the first one if a refresh removes the chosen one', async () => {
    renderGrades([firstPeriod, secondPeriod], semesters, semesters.slice(0, 1))
    await subjectRows()
    await chooseTab('2° Semestre')
    await userEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
    await waitFor(() => expect(screen.queryByRole('tab', { name: '2° Semestre' })).toBeNull())
    expect(tab('1° Semestre').getAttribute('aria-selected')).toBe('true')
  })
})

describe('the page', () => {
  it('shows that it is loading, first without tabs', async () => {
    renderGrades()
    screen.getByText('Cargando')
    expect(screen.queryByRole('tab')).toBeNull()
    await subjectRows()
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
      server.respond('getSubPeriods', semesters)
      server.respond('getPeriodQualifications', firstPeriod)
      signedIn()
      render(<GradesPage student={aStudent()} />)
      await screen.findByText('No se pudo cargar')
      screen.getByText('No pudimos')
      await screen.findByText('Sin Elementos.')
      await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
      expect(await subjectRows()).toHaveLength(1)
      await waitFor(() => expect(screen.queryByText('No se pudo cargar')).toBeNull())
    },
  )

  it('shows no notice if a hidden period could not be loaded', async () => {
    const server = fakeApi()
    server.respond('getSubPeriods', semesters)
    server.respond('getPeriodQualifications', firstPeriod)
    server.refuse('getPeriodQualifications', 500)
    signedIn()
    render(<GradesPage student={aStudent()} />)
    await waitFor(() => expect(server.count('getPeriodQualifications')).toBe(2))
    await subjectRows()
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
    await chooseTab('2° Semestre')
    await screen.findByText('No se pudo cargar')
    await screen.findByText('Sin Elementos.')
  })

  it('shows cached content at once', async () => {
    renderGrades()
    await subjectRows()
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
    await subjectRows()
    const entries = history.length
    await chooseTab('2° Semestre')
    expect(location.search).toBe('?periodo=8')
    await chooseTab('Final')
    expect([location.search, history.length]).toEqual(['?periodo=final', entries])
  })

  it('keeps the chosen period on the way through another page, until the session ends', async () => {
    renderGrades()
    await subjectRows()
    await chooseTab('2° Semestre')
    cleanup()
    history.pushState(null, '', '/app/calificaciones')
    renderGrades()
    await screen.findByRole('tab', { name: '2° Semestre', selected: true })
    cleanup()
    dispatch({ type: 'signedOut' })
    renderGrades()
    await screen.findByRole('tab', { name: '1° Semestre', selected: true })
  })

  it('chooses its period and requests that one first', async () => {
    openAddress('?periodo=8')
    const server = renderGrades([secondPeriod, firstPeriod])
    expect((await periodAverage())?.textContent).toContain('5,3')
    await isSelected('2° Semestre')
    const [firstCall] = server.received.filter(({ name }) => name === 'getPeriodQualifications')
    expect(firstCall?.request).toMatchObject({ establishment_sub_period_id: 8 })
  })

  it.each(['99', '', 'Final', '<b>'])('loses the period %j, so that the first is chosen', async (period) => {
    openAddress(`?periodo=${encodeURIComponent(period)}`)
    renderGrades()
    await subjectRows()
    await isSelected('1° Semestre')
    await waitFor(() => expect(location.search).toBe(''))
  })

  it("replaces a period of another child's school by the one of the same name", async () => {
    openAddress('?periodo=51')
    renderGrades([secondPeriod, firstPeriod])
    queryClient.setQueryData(['getSubPeriods', { student_id: 2 }], [{ id: 51, name: '2° Semestre' }])
    await isSelected('2° Semestre')
    await waitFor(() => expect(location.search).toBe('?periodo=8'))
  })

  it('opens its subject, and loses an unknown one', async () => {
    openAddress('?asignatura=1')
    const server = renderGrades()
    server.respond('getPeriodQualificationsBySubject', { qualifications: [] })
    await screen.findByRole('dialog', { name: 'Matemática' })
    act(() => history.pushState(null, '', '/app/calificaciones?asignatura=5'))
    await waitFor(() => expect(location.search).toBe(''))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
