import { changeKinds } from '@apoderados/contract/news'
import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { permissionsOf, type StaffRole } from '@apoderados/contract/office/roles'
import type { StaffMember } from '@apoderados/contract/office/staffMembers'
import type { MeResponse } from '@apoderados/contract/office/staffSession'
import { render } from '@testing-library/react'
import { App } from '../app/App.tsx'
import type { fakeOffice } from './fakeOffice.ts'

const HOUR_MS = 3_600_000

/** The caller, with `role` at the school 1. */
export const meAs = (role: StaffRole): MeResponse => ({
  id: 7,
  name: 'Marisol Toledo Parra',
  email: 'secretaria@example.com',
  session_ends_at: new Date(Date.now() + 12 * HOUR_MS).toISOString(),
  schools: [
    {
      id: 1,
      name: 'Colegio Los Aromos',
      rbd: '90002-8',
      time_zone: 'America/Santiago',
      role,
      permissions: permissionsOf(role),
    },
  ],
})

export const staffMember = (member: Partial<StaffMember>): StaffMember => ({
  id: 8,
  name: 'Manuel Orellana Cea',
  email: 'inspectoria@example.com',
  role: 'inspection',
  state: 'active',
  last_login_at: null,
  changed_by: null,
  changed_at: '2026-10-14T10:00:00.000Z',
  ...member,
})

/** Answers the calls of Hoy: nothing waits but these requests. */
export function respondQuietToday(
  office: ReturnType<typeof fakeOffice>,
  requests: OfficeResponseOf<'listDataRequests'>['requests'] = [],
) {
  office.respond('getRegister', { lines: [], total: 0 })
  office.respond('listLoads', { loads: [], total: 0 })
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
  office.respond('listDataRequests', { requests, total: requests.length, pending: requests.length })
  office.respond('getReach', { students: 742, phone: 649, mail: 93, nobody: 0, courses: [] })
  office.respond('getDataAge', { kinds: [] })
  office.respond('listNotices', { notices: [], total: 0, counts: { sent: 0, scheduled: 0, draft: 0 } })
}

/** Answers the calls of Ajustes but that of the staff. */
export function respondSettings(office: ReturnType<typeof fakeOffice>) {
  const news = changeKinds.map((kind) => ({ kind, timing: 'at_once' as const, hours: null, at_time: null }))
  const school = {
    digest: 'never' as const,
    time_zone: 'America/Santiago',
    undo_days: 7,
    excuse_answer_days: 5,
    attachment_days: 60,
    counts_justified_absences: true,
    controller_name: null,
    controller_is_public: false,
    privacy_contact: null,
  }
  office.respond('getSettings', { news, school })
  office.respond('getDocumentSettings', {
    kinds: [],
    signer_name: '',
    signer_title: '',
    has_signature: false,
    has_logo: false,
    has_certificate: false,
  })
  office.respond('getSchoolCalendar', { year: 2026, periods: [], closures: [] })
}

/** Opens the console at an address. */
export function openOffice(path: string) {
  history.replaceState(null, '', path)
  return render(<App env="test" />)
}
