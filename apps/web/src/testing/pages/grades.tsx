import type { ResponseOf } from '@apoderados/contract/calls/api'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { GradesPage } from '../../features/grades/GradesPage.tsx'
import { anAverage } from '../data/anAverage.ts'
import { aStudent } from '../data/people.ts'
import { fakeApi } from '../fakeApi.ts'
import { signedIn } from '../signedIn.ts'

export const semesters = [
  { id: 7, name: '1° Semestre' },
  { id: 8, name: '2° Semestre' },
]
export const firstPeriod = { averages: [anAverage()], average: 6.04 }
export const secondPeriod = { averages: [anAverage({ average: 4.9 })], average: 5.25 }

type Responses = ResponseOf<'getPeriodQualifications'>[]

/** Renders the page of grades. `responses` and `subPeriods` are each in the order of the requests that they answer. */
export function renderGrades(
  responses: Responses = [firstPeriod, secondPeriod],
  ...subPeriods: ResponseOf<'getSubPeriods'>[]
) {
  const server = fakeApi()
  for (const response of subPeriods.length > 0 ? subPeriods : [semesters])
    server.respond('getSubPeriods', response)
  for (const response of responses) server.respond('getPeriodQualifications', response)
  server.respond('getPeriodMarks', { rounding: 'round', uses_weights: false, subjects: [] })
  signedIn()
  render(<GradesPage student={aStudent()} />)
  return server
}

export const tab = (name: string) => screen.getByRole('tab', { name })
export const chooseTab = (name: string) => userEvent.click(tab(name))
export const subjectRows = async () => {
  await screen.findByText('Promedio del período')
  const list = within(screen.getByRole('tabpanel')).getByRole('list')
  return within(list).getAllByRole('button')
}
