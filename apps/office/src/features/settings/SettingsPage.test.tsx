import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeOffice } from '../../testing/fakeOffice.ts'
import { meAs, openOffice, respondSettings } from '../../testing/openOffice.tsx'

const AT_ONCE = { timing: 'at_once', hours: null, at_time: null }

function directorsOffice() {
  const office = fakeOffice()
  office.respond('getMe', meAs('direction'))
  office.respond('listStaff', { staff: [] })
  respondSettings(office)
  return office
}

async function choose(setting: string, value: string) {
  await userEvent.click(await screen.findByRole('combobox', { name: setting }))
  await userEvent.click(await screen.findByRole('option', { name: value }))
}

test('a timing is saved when it is chosen, and the toast takes it back', async () => {
  const office = directorsOffice()
  office.respond('changeNewsTiming', { success: true, message: officeMessages.saved })
  openOffice('/colegios/1/ajustes')
  await choose('Observaciones', 'Después de 24 horas')
  await userEvent.click(await screen.findByRole('button', { name: 'Deshacer' }))
  const later = { timing: 'after_hours', hours: 24, at_time: null }
  const change = { school_id: 1, kind: 'observation' }
  expect(office.requestsOf('changeNewsTiming')).toEqual([
    { ...change, before: AT_ONCE, after: later },
    { ...change, before: later, after: AT_ONCE },
  ])
})

test('a setting that somebody changed meanwhile names who did', async () => {
  const office = directorsOffice()
  office.refuse('changeSchoolSettings', 409, officeMessages.changedMeanwhile, {
    conflict: { by: 'Hernán Poblete', at: '2026-10-14T13:47:00.000Z', current: 'Nunca' },
  })
  openOffice('/colegios/1/ajustes')
  await choose('Deshacer una carga', 'Hasta 14 días después')
  await screen.findByText('Hernán Poblete cambió esto a las 10:47')
  expect(office.requestsOf('changeSchoolSettings')).toMatchObject([
    { before: { undo_days: 7 }, after: { undo_days: 14, digest: 'never' } },
  ])
})

test('a secretary finds the calendar alone, adds days without classes and removes them', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('secretary'))
  const closure = { name: 'Jornada de profesores', starts_on: '2026-10-20', ends_on: '2026-10-21' }
  const periods = [{ name: '1° Semestre', starts_on: '2026-03-04', ends_on: '2026-06-18' }]
  office.respond('getSchoolCalendar', { year: 2026, periods, closures: [closure] })
  office.respond('removeClosure', { success: true, message: officeMessages.removed })
  office.respond('addClosure', { success: true, message: officeMessages.saved })
  openOffice('/colegios/1/ajustes')
  await screen.findByText('4 de marzo al 18 de junio')
  expect(screen.queryByText('Novedades')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Agregar días' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Agregar' }))
  await screen.findByText('Escriba el motivo')
  await userEvent.click(screen.getByRole('button', { name: 'Volver' }))

  await userEvent.click(
    screen.getByRole('button', { name: 'Quitar Jornada de profesores, 20 de octubre al 21 de octubre' }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Deshacer' }))
  expect(office.requestsOf('removeClosure')).toEqual([{ school_id: 1, ...closure }])
  expect(office.requestsOf('addClosure')).toEqual([{ school_id: 1, ...closure }])
})
