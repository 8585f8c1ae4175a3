import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeOffice } from '../../testing/fakeOffice.ts'
import { meAs, openOffice, staffMember } from '../../testing/openOffice.tsx'

test('a director sees whom to invite again, own unfinished loads, and the age of the data', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('direction'))
  office.respond('getRegister', { lines: [], total: 0 })
  office.respond('listStaff', {
    staff: [staffMember({ state: 'expired' }), staffMember({ id: 9, name: 'Ana' })],
  })
  const load = {
    id: 5,
    state: 'problems',
    staff: 'Marisol Toledo Parra',
    is_own: true,
    created_at: '2026-10-14T13:40:00.000Z',
    applied_at: null,
    undone_at: null,
    undone_by: null,
    files: ['notas.csv'],
    rows: 0,
    undo_refusal: null,
  }
  const saved = {
    ...load,
    id: 4,
    is_own: false,
    files: ['atrasos.csv'],
    rows: 1219,
    applied_at: load.created_at,
  }
  office.respond('listLoads', { loads: [load, saved], total: 2 })
  openOffice('/colegios/1/hoy')
  await screen.findByText('Invitación vencida')
  expect(screen.queryByText('Ana')).toBeNull()
  expect((await screen.findByRole('link', { name: 'Seguir' })).getAttribute('href')).toBe(
    '/colegios/1/carga/5',
  )
  await screen.findByText('atrasos.csv')
  screen.getByText('1.219 filas')
})
