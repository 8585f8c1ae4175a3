import { invitations } from '@apoderados/core/db/tables/accounts'
import { pushTokens } from '@apoderados/core/db/tables/messages'
import { staffSchools } from '@apoderados/core/db/tables/staff'
import {
  DIRECTION,
  INSPECTION,
  type OfficeBrowser,
  SECRETARY,
  setupOffice,
} from '@apoderados/testing/officeServer'
import { createTestSchool, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'

const server = setupServer()
const office = setupOffice(server)
let [direction, secretary, inspection] = [] as unknown as OfficeBrowser[] as [
  OfficeBrowser,
  OfficeBrowser,
  OfficeBrowser,
]
let school: TestSchool
let school_id: number
let course_id: number
let reached: { student_id: number; parent_id: number }
let unreached: { student_id: number; parent_id: number }

beforeAll(async () => {
  ;[direction, secretary, inspection] = [
    await office.signIn(DIRECTION),
    await office.signIn(SECRETARY),
    await office.signIn(INSPECTION),
  ]
  school = await createTestSchool(server())
  school_id = school.establishment_id
  const { db } = server()
  for (const [browser, role] of [
    [direction, 'direction'],
    [secretary, 'secretary'],
    [inspection, 'inspection'],
  ] as const) {
    const { id: staff_id } = (await browser.send('getMe')).json()
    await db.insert(staffSchools).values({ staff_id, establishment_id: school_id, role })
  }
  course_id = await school.course({ name: '5° Básico', letter: 'A' })
  reached = await school.family(course_id, {
    student: { name: 'Nahuel', last_name: 'Muñoz', second_last_name: 'Pérez', rut: '41002468', rut_dv: '3' },
    enrollment: { list_number: 2 },
    parent: { name: 'Ángela', last_name: 'Pérez Soto' },
  })
  await db.execute(sql`insert into ${pushTokens} (token_hash, token, session_id, saved_at)
    select 'hash', 'token', id, now() from sessions where parent_id = ${reached.parent_id}`)
  const student_id = await school.student({ name: 'Emilia', last_name: 'Araya', social_name: 'Emilio' })
  await school.enroll(student_id, course_id, { list_number: 1 })
  const parent_id = await school.parent({ name: 'Claudio', last_name: 'Araya', password_hash: null })
  await school.link(parent_id, student_id, { parent_type: 'father' })
  const blocked = await school.parent({ name: 'Rosa', last_name: 'Tapia' })
  await school.link(blocked, student_id, { has_access: false, no_access_reason: 'Rol C-1' })
  const expires_at = new Date(Date.now() + 86_400_000)
  await db.insert(invitations).values({ parent_id, seed: 'seed', code: 'code', expires_at })
  unreached = { student_id, parent_id }
})

const read = async (browser: OfficeBrowser, name: Parameters<OfficeBrowser['send']>[0], fields = {}) =>
  (await browser.send(name, { school_id, ...fields })).json()

describe('the courses', () => {
  it('are counted with who has signed in, except for Inspectoría', async () => {
    const course = { id: course_id, name: '5° Básico A', students: 2 }
    expect(await read(secretary, 'listCourses')).toEqual({
      courses: [{ ...course, signed_in: 1 }],
      totals: { students: 2, guardians: 2, phone: 1, mail: 0, nobody: 1 },
    })
    expect(await read(inspection, 'listCourses')).toEqual({
      courses: [{ ...course, signed_in: null }],
      totals: null,
    })
  })

  it('list students with guardians, last use and reach', async () => {
    const { name, students } = await read(secretary, 'getCourse', { course_id })
    expect(name).toBe('5° Básico A')
    expect(students).toMatchObject([
      {
        list_number: 1,
        name: 'Emilia Araya Soto',
        reach: 'nobody',
        last_used_at: null,
        guardians: [
          { name: 'Claudio Araya', parent_type: 'father', has_access: true, is_invitable: true },
          { name: 'Rosa Tapia', has_access: false, is_invitable: false, invited_until: null },
        ],
      },
      { list_number: 2, name: 'Nahuel Muñoz Pérez', rut: '41002468', reach: 'phone' },
    ])
    expect(students[0].guardians[0].invited_until).not.toBeNull()
    expect(students[1].last_used_at).not.toBeNull()
  })

  it('show Inspectoría names and phones alone, and no guardian without access', async () => {
    const { students } = await read(inspection, 'getCourse', { course_id })
    expect(students[0]).toEqual({
      id: unreached.student_id,
      list_number: 1,
      name: 'Emilia Araya Soto',
      rut: null,
      rut_dv: null,
      last_used_at: null,
      reach: null,
      guardians: [
        {
          id: unreached.parent_id,
          name: 'Claudio Araya',
          phone: '+569',
          parent_type: 'father',
          other_type: 'Madrina',
          has_access: null,
          is_invitable: null,
          is_elsewhere: null,
          invited_until: null,
        },
      ],
    })
  })

  it('of another school are not there', async () => {
    const other = await createTestSchool(server())
    const fields = { school_id, course_id: await other.course() }
    expect((await secretary.send('getCourse', fields)).statusCode).toBe(404)
  })
})

describe('the search', () => {
  const found = async (text: string, browser = secretary) => {
    const { students, guardians } = await read(browser, 'searchPeople', { text })
    return [...students, ...guardians].map(({ name }: { name: string }) => name)
  }

  it('finds words of a name without accents, and a RUN with or without its check digit', async () => {
    expect(await found('munoz nahuel')).toEqual(['Nahuel Muñoz Pérez'])
    expect(await found('angela')).toEqual(['Ángela Pérez Soto'])
    for (const text of ['41.002.468-3', '410024683', '41002468', '4100'])
      expect([text, await found(text)]).toEqual([text, ['Nahuel Muñoz Pérez']])
    expect(await found('100%')).toEqual([])
  })

  it('finds for Inspectoría nobody by RUN and no guardian without access', async () => {
    expect(await found('41002468', inspection)).toEqual([])
    expect(await found('rosa tapia', inspection)).toEqual([])
    expect(await found('rosa tapia')).toEqual(['Rosa Tapia'])
  })

  it('reads one school alone', async () => {
    expect(await found('carolina munoz')).toEqual([])
    expect((await secretary.send('searchPeople', { school_id, text: 'x' })).statusCode).toBe(400)
  })
})

describe('the sheet of a student', () => {
  const sheet = (browser: OfficeBrowser) => read(browser, 'getStudent', { student_id: unreached.student_id })

  it('has record, guardians and the reason of a block for Dirección', async () => {
    const student = await sheet(direction)
    expect(student).toMatchObject({
      name: 'Emilia',
      course: { id: course_id, name: '5° Básico A', list_number: 1 },
      social_name: { name: 'Emilio', is_shown: false },
      record: { gender: 'Femenino', shares_photo: false },
      guardians: [
        {
          name: 'Claudio',
          account: { has_password: false, reach: 'nobody', is_elsewhere: false, block: null },
        },
        { name: 'Rosa', account: { block: { reason: 'Rol C-1', at: null, by: null } } },
      ],
    })
  })

  it('hides the social name and the reason from Secretaría', async () => {
    const student = await sheet(secretary)
    expect(student.social_name).toBeNull()
    expect(student.guardians[1].account.block).toEqual({ reason: null, at: null, by: null })
  })

  it('shows Inspectoría names, course and phone alone', async () => {
    const student = await sheet(inspection)
    expect(student).toMatchObject({ record: null, social_name: null, movements: [] })
    expect(student.guardians).toEqual([
      {
        id: unreached.parent_id,
        name: 'Claudio',
        last_name: 'Araya',
        phone: '+569',
        parent_type: 'father',
        other_type: 'Madrina',
        account: null,
      },
    ])
  })

  it('of another school is not there', async () => {
    const other = await createTestSchool(server())
    const fields = { school_id, student_id: await other.student() }
    expect((await secretary.send('getStudent', fields)).statusCode).toBe(404)
  })
})
