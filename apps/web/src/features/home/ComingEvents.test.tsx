import type { DiaryEvent } from '@apoderados/contract/agenda'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anEvent } from '../../testing/events.ts'
import { ComingEvents } from './ComingEvents.tsx'
import type { Part } from './today.ts'

const show = (events: Part<DiaryEvent[]>) =>
  render(<ComingEvents title="Mañana" day="2026-10-15" events={events} />)

it('lists the events of the day, each with the way to that day of the agenda', () => {
  show([
    anEvent({ document: '/api/v1/mobile/parent/documents/1' }),
    anEvent({ id: 2, title: null, subject: null }),
    anEvent({ id: 3, title: '<b>Salida</b>' }),
  ])
  const section = within(screen.getByRole('region', { name: 'Mañana' }))
  section.getByText('Jueves 15 de octubre')
  const rows = section.getAllByRole('link')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Prueba Unidad 2 Matemática con documento',
    'Sin título Sin asignatura',
    '<b>Salida</b> Matemática',
  ])
  const day = '/app/agenda?dia=2026-10-15'
  expect(rows.map((row) => row.getAttribute('href'))).toEqual([day, day, day])
})

it('keeps its place while they are on their way', () => {
  show('pending')
  screen.getByRole('region', { name: 'Mañana' })
  screen.getByText('Cargando')
})

it.each([[[]], [undefined]])('is not there without events (%s)', (events) => {
  const { container } = show(events)
  expect(container.innerHTML).toBe('')
})
