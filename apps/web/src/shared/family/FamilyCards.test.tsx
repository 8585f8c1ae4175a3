import type { ResponseOf } from '@apoderados/contract/calls/api'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anEvent } from '../../testing/data/events.ts'
import { aStudent, aStudentIn, tomas } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { queryClient } from '../api/queryClient.ts'
import { FamilyCards } from './FamilyCards.tsx'

beforeEach(() => {
  queryClient.clear()
  signedIn()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-14T13:24:00Z') }) // 10:24 in the school's time zone
})
afterEach(() => {
  vi.useRealTimers()
})

const classDay = { is_class_day: true, day_off: null, next_class_day: '2026-10-15' }
const overview = (): ResponseOf<'getFamilyOverview'> => {
  const event = (id: number, title: string, date: string, student_ids: number[]) => ({
    ...anEvent({ id, title, date }),
    establishment_id: 21,
    student_ids,
  })
  return {
    students: [
      {
        student_id: 1,
        attendance_percentage: 84.97,
        ...classDay,
        classes: [{ subject_name: 'Historia', starts_at: '09:45', ends_at: '11:15' }],
      },
      { student_id: 2, attendance_percentage: 91.89, classes: [], ...classDay },
    ],
    events: [
      event(1, 'Prueba', '2026-10-14T15:30:00-03:00', [1]),
      event(2, 'Reunión', '2026-10-14', [1, 2]),
      event(3, 'Salida', '2026-10-15', [2]),
    ],
  }
}

function renderCards(onSelect = vi.fn(), brother = tomas) {
  render(<FamilyCards students={[aStudent(), brother]} selected={aStudent()} onSelect={onSelect} />)
}
const cardTexts = () =>
  screen.getAllByRole('button').map((card) => card.textContent?.replace(/\s+/g, ' ').trim())
const waitForFacts = () => waitFor(() => expect(document.querySelector('.skeleton-bar')).toBeNull())

it('shows the current class, the events of two days and the attendance of each child', async () => {
  fakeApi().respond('getFamilyOverview', overview())
  renderCards()
  await waitForFacts()
  expect(cardTexts()).toEqual([
    'MSMartina Sepúlveda 5° Básico A · Colegio Los Aromos Ahora: Historia, hasta las 11:15 Hoy: 15:30 Prueba, Matemática Asistencia 84,9%, bajo el mínimo de 85%',
    'TSTomás Sepúlveda 5° Básico A · Colegio Los Aromos Mañana: Salida, Matemática Asistencia 91,9%',
  ])
})

it('shows an event that children have in common once, with their names', async () => {
  fakeApi().respond('getFamilyOverview', overview())
  renderCards()
  await waitForFacts()
  expect(screen.getAllByText(/Reunión/)).toHaveLength(1)
  expect(screen.getByRole('list', { name: 'Eventos en común' }).textContent).toBe(
    'Martina y Tomás: Hoy Reunión, Matemática',
  )
})

it('says that a child has no events only when the server says so', async () => {
  fakeApi().respond('getFamilyOverview', { ...overview(), events: [] })
  renderCards()
  await waitForFacts()
  expect(screen.getAllByText('Sin eventos hoy ni mañana')).toHaveLength(2)
})

it('shows no facts if the day cannot be loaded, and still chooses a child', async () => {
  fakeApi().refuse('getFamilyOverview', 500)
  const onSelect = vi.fn()
  renderCards(onSelect)
  await waitForFacts()
  expect(cardTexts()).toEqual([
    'MSMartina Sepúlveda 5° Básico A · Colegio Los Aromos',
    'TSTomás Sepúlveda 5° Básico A · Colegio Los Aromos',
  ])
  await userEvent.click(screen.getByRole('button', { name: /Tomás/ }))
  expect(onSelect).toHaveBeenCalledWith(tomas)
})

describe('a child at a school in another time zone', () => {
  const onTheIsland = aStudentIn('Pacific/Easter', { ...tomas })
  const withClasses = () => {
    const { students, events } = overview()
    const [first] = students
    return {
      events,
      students: students.map((student) => ({ ...student, classes: first?.classes ?? [] })),
    }
  }

  it('has its own clock', async () => {
    fakeApi().respond('getFamilyOverview', withClasses())
    renderCards(vi.fn(), onTheIsland)
    await waitForFacts()
    const [martina, brother] = cardTexts()
    expect(martina).toContain('Ahora: Historia, hasta las 11:15')
    expect(brother).toContain('Sigue a las 09:45: Historia')
  })

  it('has no facts of a day that is not yet today there', async () => {
    vi.setSystemTime(new Date('2026-10-14T03:30:00Z')) // 00:30 in Santiago, 22:30 of the day before on the island
    fakeApi().respond('getFamilyOverview', withClasses())
    renderCards(vi.fn(), onTheIsland)
    await waitForFacts()
    expect(cardTexts()[1]).toBe('TSTomás Sepúlveda 5° Básico A · Colegio Los Aromos')
  })
})
