import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeOffice } from '../../testing/fakeOffice.ts'
import { meAs, openOffice, staffMember } from '../../testing/openOffice.tsx'

/** 14 October 2026, 10:42 in Santiago and 22:42 in Tokyo. */
const NOW = new Date('2026-10-14T13:42:00Z')
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  return () => vi.useRealTimers()
})

const reach = (counts: Partial<OfficeResponseOf<'getReach'>> = {}) => ({
  students: 742,
  phone: 649,
  mail: 93,
  nobody: 0,
  courses: [],
  ...counts,
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

/** A console in which nothing waits. */
function quietOffice() {
  const office = fakeOffice()
  office.respond('getRegister', { lines: [], total: 0 })
  office.respond('listExcuses', {
    excuses: [],
    total: 0,
    pending: 0,
    announced_today: 0,
    today: '2026-10-14',
    courses: [],
    answer_days: 5,
    saved_texts: [],
  })
  office.respond('listNotices', { notices: [], total: 0, counts: { sent: 0, scheduled: 0, draft: 0 } })
  office.respond('listDataRequests', { requests: [], total: 0, pending: 0 })
  return office
}

test('a director sees unfinished loads, whom nobody reaches, and whom to invite again', async () => {
  const office = quietOffice()
  office.respond('getMe', meAs('direction'))
  office.respond('listStaff', {
    staff: [staffMember({ state: 'expired' }), staffMember({ id: 9, name: 'Ana' })],
  })
  office.respond('listLoads', { loads: [load, { ...load, id: 6, is_own: false }], total: 2 })
  office.respond(
    'getReach',
    reach({
      phone: 633,
      nobody: 16,
      courses: [
        { course_id: 1, course: '1° Medio A', nobody: 9, passwords_expire_at: null },
        { course_id: 2, course: 'Kínder B', nobody: 7, passwords_expire_at: '2026-10-02T15:00:00Z' },
      ],
    }),
  )
  office.respond('getDataAge', { kinds: [] })
  openOffice('/colegios/1/hoy')
  await screen.findByText('Invitación vencida')
  expect(screen.queryByText('Ana')).toBeNull()
  const links = await screen.findAllByRole('link', { name: 'Seguir' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/colegios/1/carga/5'])
  await screen.findByText('16 de 742 estudiantes')
  screen.getByText('9 estudiantes sin ningún apoderado que haya ingresado')
  screen.getByText('7 estudiantes · claves vencidas el 2 de octubre')
  screen.getByText('Todavía no hay cargas. Empiece por la nómina de SIGE.')
})

test('a secretary without anything to do reads so, and which data is late', async () => {
  const office = quietOffice()
  office.respond('getMe', meAs('secretary'))
  office.respond('listLoads', { loads: [], total: 0 })
  office.respond('getReach', reach())
  const counts = { added: 1219, changed: 1, ended: 0 }
  office.respond('getDataAge', {
    kinds: [
      {
        kind: 'attendance',
        loaded_at: '2026-10-14T11:52:00Z',
        ...counts,
        usual_days: 1,
        usual_weekday: null,
        is_late: false,
      },
      {
        kind: 'grades',
        loaded_at: '2026-10-05T15:00:00Z',
        ...counts,
        usual_days: 5,
        usual_weekday: 5,
        is_late: true,
      },
    ],
  })
  openOffice('/colegios/1/hoy')
  await screen.findByText('Nada espera por usted.')
  await screen.findByText('1.219 nuevas, 1 cambió')
  screen.getByText('hoy, 08:52')
  screen.getByText('Suele llegar cada viernes')
  screen.getByText('hace 9 días')
})

test('the greeting is by the hour of the school', async () => {
  const office = quietOffice()
  const me = meAs('inspection')
  office.respond('getMe', {
    ...me,
    schools: me.schools.map((school) => ({ ...school, time_zone: 'Asia/Tokyo' })),
  })
  openOffice('/colegios/1/hoy')
  await screen.findByRole('heading', { name: 'Buenas noches, Marisol' })
  screen.getByText('Miércoles 14 de octubre de 2026 · 22:42')
  await screen.findByText('Nada espera por usted.')
})
