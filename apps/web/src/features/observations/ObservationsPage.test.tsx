import type { Observation } from '@apoderados/contract/observations'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { aStudent } from '../../testing/data/people.ts'
import { simulateDesktop } from '../../testing/desktop.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { ObservationsPage } from './ObservationsPage.tsx'

const anObservation = (changes: Partial<Observation> = {}): Observation => ({
  id: 1,
  date: '2026-10-09',
  observation: 'Entrega todas sus actividades a tiempo durante el mes.',
  observation_event: { description: 'Responsabilidad', event_type: 'positive' },
  employee: { name: 'Carolina', last_name: 'Fuentes', second_last_name: 'Mella' },
  subject: 'Lenguaje y Comunicación',
  course: { description: '5° Básico', letter: 'A' },
  in_class: true,
  where_is: 'inspectorate',
  ...changes,
})

function renderObservations(
  positive: Observation[],
  negative: Observation[] = [],
  neutral: Observation[] = [],
) {
  fakeApi().respond('getObservations', { observations: { positive, negative, neutral } })
  signedIn()
  render(<ObservationsPage student={aStudent()} />)
}

const openObservation = async (name = /Responsabilidad/) =>
  userEvent.click(await screen.findByRole('button', { name }))
const facts = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

describe('the three sections', () => {
  it('have their counts, and are also shown without observations', async () => {
    renderObservations(
      [anObservation(), anObservation({ id: 2, date: '2026-09-22', employee: null })],
      [anObservation({ id: 3 })],
    )
    const positive = within(await screen.findByRole('region', { name: 'Positivas, 2' }))
    expect(positive.getAllByRole('button').map((row) => row.textContent)).toEqual([
      'Responsabilidad 09-10-2026 · Carolina Fuentes Mella',
      'Responsabilidad 22-09-2026',
    ])
    screen.getByRole('region', { name: 'Negativas, 1' })
    within(screen.getByRole('region', { name: 'Neutras, 0' })).getByText('Sin Elementos.')
  })
})

describe('an observation', () => {
  it('shows all its fields under its day, the text first', async () => {
    renderObservations([anObservation()])
    await openObservation()
    screen.getByRole('dialog', { name: 'Viernes 9 de octubre de 2026' })
    expect(facts()).toEqual([
      'Observación: Entrega todas sus actividades a tiempo durante el mes.',
      'Tipo: ResponsabilidadPositiva',
      'Docente: Carolina Fuentes Mella',
      'Asignatura: Lenguaje y Comunicación',
      'Curso: 5° Básico A',
      'En clases: Sí',
      'Lugar: Inspectoría',
    ])
  })

  it.each([
    ['inspectorate', 'Inspectoría'],
    ['address', 'Dirección'],
    ['utp', 'UTP'],
    ['schoollife', 'Convivencia Escolar'],
    ['patio_norte', 'patio_norte'],
  ])('of the place %s says %s', async (where_is, place) => {
    renderObservations([anObservation({ where_is })])
    await openObservation()
    expect(facts()).toContain(`Lugar: ${place}`)
  })

  it('shows a dash for missing fields, and an unknown kind unchanged', async () => {
    const observation_event = { description: 'Mención', event_type: 'mention' }
    renderObservations(
      [],
      [],
      [anObservation({ observation_event, employee: null, subject: null, where_is: null, in_class: false })],
    )
    await openObservation(/Mención/)
    expect(facts().slice(1)).toEqual([
      'Tipo: Menciónmention',
      'Docente: —',
      'Asignatura: —',
      'Curso: 5° Básico A',
      'En clases: No',
      'Lugar: —',
    ])
  })
})

describe('the panel of a desktop without an open detail', () => {
  beforeEach(simulateDesktop)

  it('shows the newest observation', async () => {
    renderObservations(
      [anObservation()],
      [anObservation({ id: 2, date: '2026-11-03', observation: 'Llega sin materiales.' })],
    )
    const latest = within(await screen.findByRole('region', { name: 'La más reciente' }))
    latest.getByText('Llega sin materiales.')
    latest.getByText('03-11-2026')
    await openObservation(/09-10-2026/)
    expect(screen.queryByRole('region', { name: 'La más reciente' })).toBeNull()
  })

  it('is empty for a student without observations', async () => {
    renderObservations([])
    await screen.findByRole('region', { name: 'Positivas, 0' })
    expect(screen.queryByRole('region', { name: 'La más reciente' })).toBeNull()
  })
})
