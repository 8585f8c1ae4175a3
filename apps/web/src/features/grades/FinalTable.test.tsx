import { render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../shared/api/queryClient.ts'
import { anAverage } from '../../testing/data/anAverage.ts'
import { aStudent } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { chooseTab, firstPeriod, renderGrades, semesters, subjectRows } from '../../testing/pages/grades.tsx'
import { signedIn } from '../../testing/signedIn.ts'
import { GradesPage } from './GradesPage.tsx'

beforeEach(() => queryClient.clear())

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
    await subjectRows()
    await waitFor(() => expect(server.count('getPeriodQualifications')).toBe(2))
    await waitFor(() => expect(server.count('getPeriodMarks')).toBe(2))
    const callCount = server.received.length
    await chooseTab('Final')
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
      firstPeriod,
      { averages: [anAverage(), anAverage({ id: 2, subject: 'Inglés' })], average: 5 },
    ])
    await subjectRows()
    await waitFor(() => expect(server.count('getPeriodQualifications')).toBe(2))
    await chooseTab('Final')
    expect(finalRows()).toContainEqual(['Inglés', '—', '5,4'])
  })

  it('omits a period that could not be loaded', async () => {
    const server = fakeApi()
    server.respond('getSubPeriods', semesters)
    server.respond('getPeriodQualifications', firstPeriod)
    server.refuse('getPeriodQualifications', 500)
    signedIn()
    render(<GradesPage student={aStudent()} />)
    await subjectRows()
    await waitFor(() => expect(server.count('getPeriodQualifications')).toBe(2))
    await chooseTab('Final')
    await waitFor(() => expect(finalRows()[0]).toEqual(['Asignatura', '1° Semestre']))
  })

  it('lists the concepts of a course without numbers', async () => {
    renderGrades([{ averages: [religion('B')], average: null }], semesters.slice(0, 1))
    await subjectRows()
    await chooseTab('Final')
    expect(finalRows()).toContainEqual(['Religión', 'B · Bueno'])
  })

  it('is a named region that the keyboard can scroll', async () => {
    renderGrades()
    await subjectRows()
    await chooseTab('Final')
    expect(screen.getByRole('region', { name: 'Promedios por asignatura y período' }).tabIndex).toBe(0)
  })
})
