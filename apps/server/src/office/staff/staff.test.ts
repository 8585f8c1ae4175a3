import { restrictedRoles } from '@apoderados/core/db/client/leastRights'
import { openDatabase } from '@apoderados/core/db/client/open'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { mails } from '@apoderados/core/db/tables/messages'
import { students } from '@apoderados/core/db/tables/people'
import { staff, staffSessions } from '@apoderados/core/db/tables/staff'
import { makeRoles, urlAs } from '@apoderados/testing/database/databaseRoles'
import {
  DIRECTION,
  INSPECTION,
  type OfficeBrowser,
  SECRETARY,
  setupOffice,
} from '@apoderados/testing/officeServer'
import { setupServer } from '@apoderados/testing/testServer'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'

const owner = setupServer()
beforeAll(() => makeRoles(owner().db))
/** All of these calls run with the server's own database account and its rights. */
const server = setupServer({
  secondProcessOf: () => ({
    url: urlAs(owner().url, restrictedRoles.server),
    services: owner().services,
  }),
})
const office = setupOffice(server, owner)

let direction: OfficeBrowser
let school_id: number
beforeAll(async () => {
  direction = await office.signIn(DIRECTION)
  school_id = (await direction.send('getMe')).json().schools[0].id
})

type Member = {
  id: number
  email: string
  role: string
  state: string
  changed_at: string
  changed_by: string | null
}
const listed = async (): Promise<Member[]> => (await direction.send('listStaff', { school_id })).json().staff
const memberWith = async (email: string) =>
  (await listed()).find((member) => member.email === email) as Member

describe('the staff of a school', () => {
  it('is listed with roles and states', async () => {
    expect((await listed()).map(({ email, role, state }) => [email, role, state])).toEqual([
      [DIRECTION, 'direction', 'active'],
      [INSPECTION, 'inspection', 'active'],
      [SECRETARY, 'secretary', 'active'],
    ])
  })

  it('gets a person by an invitation that is mailed, once per school', async () => {
    const person = { school_id, email: 'Nora@Example.com', name: 'Nora Soto', role: 'secretary' }
    expect((await direction.send('inviteStaff', person)).statusCode).toBe(200)
    expect(await memberWith('nora@example.com')).toMatchObject({
      state: 'invited',
      changed_by: 'Gloria Venegas Riffo',
    })
    expect((await direction.send('inviteStaff', person)).statusCode).toBe(409)
    const sent = await owner().db.select().from(mails).where(eq(mails.kind, 'staff_invitation'))
    expect(sent).toHaveLength(1)
  })

  it('answers 409 with who and when to a change of what somebody changed meanwhile', async () => {
    const { id, changed_at } = await memberWith('nora@example.com')
    const change = { school_id, staff_id: id, role: 'inspection', changed_at }
    expect((await direction.send('changeStaffRole', change)).statusCode).toBe(200)
    const second = await direction.send('changeStaffRole', { ...change, role: 'direction' })
    expect(second.statusCode).toBe(409)
    expect(second.json()).toMatchObject({
      conflict: { by: 'Gloria Venegas Riffo', current: 'inspection' },
    })
  })

  it('keeps the director: nobody changes their own access', async () => {
    const { id, changed_at } = await memberWith(DIRECTION)
    const ownFields = { school_id, staff_id: id, changed_at, role: 'secretary' }
    for (const name of ['changeStaffRole', 'endStaff', 'resetStaff'] as const) {
      const { role, changed_at, ...target } = ownFields
      const fields =
        name === 'changeStaffRole' ? ownFields : name === 'endStaff' ? { ...target, changed_at } : target
      expect([name, (await direction.send(name, fields)).statusCode]).toEqual([name, 409])
    }
  })

  it.each(['resetStaff', 'endStaff'] as const)('%s ends the sessions of a member at once', async (name) => {
    const browser = await office.signIn(INSPECTION)
    const { id, changed_at } = await memberWith(INSPECTION)
    const fields = { school_id, staff_id: id, ...(name === 'endStaff' && { changed_at }) }
    expect((await direction.send(name, fields)).statusCode).toBe(200)
    expect((await browser.send('getMe')).statusCode).toBe(401)
    expect(await owner().db.$count(staffSessions, eq(staffSessions.staff_id, id))).toBe(0)
    const again = await office.browser().send('signIn', { email: INSPECTION, password: 'demo1234' })
    expect(again.statusCode).toBe(401)
    await office.restore(INSPECTION)
  })
})

describe('the register', () => {
  const read = async (browser: OfficeBrowser, filter = {}) =>
    (await browser.send('getRegister', { school_id, ...filter })).json()

  it('has the acts of all for a director, and only their own for the others', async () => {
    const all = await read(direction)
    const actions = new Set(all.lines.map(({ action }: { action: string }) => action))
    for (const action of ['staff_login', 'staff_invited', 'staff_role_changed', 'staff_ended'])
      expect(actions).toContain(action)
    const inspection = await office.signIn(SECRETARY)
    const own = await read(inspection)
    const names = own.lines.map(({ staff }: { staff: { name: string } }) => staff.name)
    expect(new Set(names)).toEqual(new Set(['Marisol Toledo Parra']))
    expect(own.total).toBeLessThan(all.total)
  })

  it('is filtered by person, action and day', async () => {
    const { lines } = await read(direction, { action: 'staff_role_changed' })
    expect(lines).toMatchObject([
      {
        staff: { name: 'Gloria Venegas Riffo' },
        member: { name: 'Nora Soto' },
        detail: { before: 'secretary', after: 'inspection' },
      },
    ])
    const { id } = await memberWith(SECRETARY)
    const ofSecretary = await read(direction, { staff_id: id })
    expect(ofSecretary.lines.every((line: { staff: { id: number } }) => line.staff.id === id)).toBe(true)
    expect((await read(direction, { to: '31/12/2025' })).total).toBe(0)
    expect((await read(direction, { page: 2 })).lines).toEqual([])
  })

  it('is filtered by student, and shows a secretary also the loads, an inspector only own acts', async () => {
    const [student] = await owner().db.select().from(students).limit(1)
    const student_id = student?.id as number
    const { id: inspector } = await memberWith(INSPECTION)
    const line = { establishment_id: school_id, detail: { counts: {} } }
    await owner()
      .db.insert(auditLog)
      .values([
        { ...line, action: 'operator' },
        { ...line, action: 'staff_denied', staff_id: inspector, student_id },
      ])
    const ofStudent = await read(direction, { student_id })
    expect(ofStudent.lines).toMatchObject([{ action: 'staff_denied', student: { id: student_id } }])
    const isOperator = ({ action }: { action: string }) => action === 'operator'
    const [secretarys, inspectors] = await Promise.all([
      read(await office.signIn(SECRETARY)),
      read(await office.signIn(INSPECTION)),
    ])
    expect(secretarys.lines.filter(isOperator)).toHaveLength(1)
    expect(inspectors.lines.filter(isOperator)).toEqual([])
    const actors = inspectors.lines.map(({ staff }: { staff: { id: number } }) => staff.id)
    expect(new Set(actors)).toEqual(new Set([inspector]))
  })

  it('is a CSV for Excel, which runs none of its texts as a formula', async () => {
    await owner().db.update(staff).set({ name: '=1+1' }).where(eq(staff.email, SECRETARY))
    const response = await direction.send('exportRegister', { school_id })
    expect(response.headers['content-disposition']).toContain('registro.csv')
    const [header, ...lines] = response.body.split('\r\n')
    expect(header).toBe(
      '\uFEFF"Fecha";"Quién";"Acción";"Sobre";"Apoderado";"Estudiante";"Antes";"Después";"Motivo";"Desde"',
    )
    expect(lines.join()).toContain(`"'=1+1"`)
    expect((await read(direction, { action: 'register_exported' })).total).toBe(1)
  })
})

it('needs no right beyond those of the server’s account to connect', async () => {
  const db = openDatabase(urlAs(owner().url, restrictedRoles.server))
  await expect(db.$client.query('delete from staff')).rejects.toMatchObject({ code: '42501' })
  await expect(db.$client.query(`update staff set email = 'x'`)).rejects.toMatchObject({ code: '42501' })
  await db.$client.end()
})
