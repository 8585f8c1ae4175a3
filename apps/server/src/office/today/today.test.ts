import { invitations } from '@apoderados/core/db/tables/accounts'
import { loads } from '@apoderados/core/db/tables/loads'
import { pushTokens } from '@apoderados/core/db/tables/messages'
import { staffSchools } from '@apoderados/core/db/tables/staff'
import { type OfficeBrowser, SECRETARY, setupOffice } from '@apoderados/testing/officeServer'
import { createTestSchool, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'

const server = setupServer()
const office = setupOffice(server)
let secretary: OfficeBrowser
let school: TestSchool

beforeAll(async () => {
  secretary = await office.signIn(SECRETARY)
  const { id: staff_id } = (await secretary.send('getMe')).json()
  school = await createTestSchool(server())
  const { establishment_id } = school
  await server().db.insert(staffSchools).values({ staff_id, establishment_id, role: 'secretary' })
})
const read = async (name: 'getReach' | 'getDataAge') =>
  (await secretary.send(name, { school_id: school.establishment_id })).json()

it('tells which students are reached by phone, by mail or not at all', async () => {
  const { db } = server()
  const first = await school.course({ name: '1° Básico', letter: 'A' })
  const second = await school.course({ name: '2° Básico', letter: 'B' })
  const withDevice = await school.family(first)
  await db.execute(sql`insert into ${pushTokens} (token_hash, token, session_id, saved_at)
    select 'hash', 'token', id, now() from sessions where parent_id = ${withDevice.parent_id}`)
  await school.family(first)
  const waiting = await school.student()
  await school.enroll(waiting, first)
  const invited = await school.parent({ password_hash: null })
  await school.link(invited, waiting)
  const expires_at = new Date('2026-01-02T15:00:00Z')
  await db.insert(invitations).values({ parent_id: invited, seed: 'seed', code: 'code', expires_at })
  // A guardian without access and one with a closed account reach nobody.
  const blocked = await school.student()
  await school.enroll(blocked, second)
  await school.link(withDevice.parent_id, blocked, { has_access: false })
  await school.link(await school.parent({ is_active: false, last_login_at: new Date() }), blocked)
  await school.enroll(await school.student(), second)
  await school.enroll(await school.student(), second, { withdrawn_on: '2026-05-01' })

  expect(await read('getReach')).toEqual({
    students: 5,
    phone: 1,
    mail: 1,
    nobody: 3,
    courses: [
      { course_id: second, course: '2° Básico B', nobody: 2, passwords_expire_at: null },
      { course_id: first, course: '1° Básico A', nobody: 1, passwords_expire_at: expires_at.toISOString() },
    ],
  })
})

it('tells how old each kind of data is, what its last load changed, and whether it is late', async () => {
  const { establishment_id } = school
  const weekly = [20, 13, 6].map((days) => ({ days, counts: { notas: 9 } }))
  const rows = [{ days: 28, counts: { notas: 4, evaluaciones: 2 } }, ...weekly]
  const load = ({ days, counts }: { days: number; counts: Record<string, number | undefined> }) => ({
    establishment_id,
    state: 'done' as const,
    applied_at: new Date(Date.now() - days * 86_400_000),
    counts: Object.fromEntries(
      Object.entries(counts).map(([name, added]) => [name, { added, changed: 1, ended: 0, unchanged: 7 }]),
    ),
  })
  await server().db.insert(loads).values(rows.map(load))
  await server()
    .db.insert(loads)
    .values([
      load({ days: 15, counts: { notas: 1, evaluaciones: 2, atrasos: 5 } }),
      { ...load({ days: 1, counts: { notas: 1, observaciones: 3 } }), state: 'undone' as const },
    ])
  const { kinds } = await read('getDataAge')
  expect(kinds).toMatchObject([
    { kind: 'attendance', added: 5, changed: 1, ended: 0, usual_days: null, is_late: false },
    { kind: 'grades', added: 9, changed: 1, usual_days: 5, is_late: false },
  ])
})
