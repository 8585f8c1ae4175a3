import type { Classmate } from '@apoderados/contract/classmates'
import { auditLog } from '@apoderados/core/db/tables/audit'
import type { parents } from '@apoderados/core/db/tables/people'
import { createTestSchool, fileId, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'

const server = setupServer()
let school: TestSchool
let course_id: number
let ownFamily: Awaited<ReturnType<TestSchool['family']>>

beforeEach(async () => {
  school = await createTestSchool(server())
  course_id = await school.course()
  ownFamily = await school.family(course_id, { enrollment: { list_number: 2 } })
})

const askClassmates = async (): Promise<Classmate[]> =>
  (await ownFamily.ask('getClassmates')).json().classmates

/** Adds a classmate without parents. */
async function addMate(student = {}, enrollment = {}) {
  const student_id = await school.student(student)
  return { student_id, enrollment_id: await school.enroll(student_id, course_id, enrollment) }
}

/** Adds a classmate with one parent, and returns this parent as the list shows them; `row` sets what they share. */
async function addOnlyParent(row: Partial<typeof parents.$inferInsert>) {
  await school.family(course_id, {
    parent: { phone: '+56912345678', email: `${fileId()}@example.com`, ...row },
  })
  const [classmate] = await askClassmates()
  expect(classmate?.parents).toHaveLength(1)
  return classmate?.parents[0]
}

describe('the classmates', () => {
  it('are the other students of the course by list number, with exactly the fields of the contract', async () => {
    const last = await addMate({ name: 'Zoe', second_last_name: null }, { list_number: 11 })
    const first = await addMate({ name: 'Ana' }, { list_number: 1 })
    expect(await askClassmates()).toEqual([
      {
        enrollment_id: first.enrollment_id,
        list_number: 1,
        profile_image: null,
        parents: [],
        student: { name: 'Ana', last_name: 'Rojas', second_last_name: 'Soto' },
      },
      {
        enrollment_id: last.enrollment_id,
        list_number: 11,
        profile_image: null,
        parents: [],
        student: { name: 'Zoe', last_name: 'Rojas', second_last_name: null },
      },
    ])
  })

  it.each([
    ['Antú', 'Antú'],
    ['  Antú ', 'Antú'],
    ['  ', 'Inés'],
    ['', 'Inés'],
    [null, 'Inés'],
  ])('with the social name %j are named %s', async (social_name, name) => {
    await addMate({ social_name })
    expect((await askClassmates())[0]?.student.name).toBe(name)
  })

  it('have a photo only if the family shares it', async () => {
    const [shared, privatePhoto] = [fileId(), fileId()]
    await addMate({}, { list_number: 3, photo_id: shared, shares_photo: true })
    await addMate({}, { list_number: 4, photo_id: privatePhoto })
    await addMate({}, { list_number: 5, shares_photo: true })
    await server().services.files.write(shared, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
    const [first, ...others] = await askClassmates()
    expect(first?.profile_image).toContain(`/photos/${shared}?school=`)
    expect((await server().app.inject({ url: first?.profile_image as string })).statusCode).toBe(200)
    expect(others.map(({ profile_image }) => profile_image)).toEqual([null, null])
  })
})

describe('a classmate’s parents', () => {
  it('are those with access, with their relation', async () => {
    const { student_id } = await addMate()
    const [mother, uncle, closed] = [
      await school.parent({ name: 'Elena' }),
      await school.parent({ name: 'Hugo' }),
      await school.parent({ name: 'Iván' }),
    ]
    await school.link(uncle, student_id, { parent_type: 'uncle' })
    await school.link(mother, student_id)
    await school.link(closed, student_id, { parent_type: 'father', has_access: false })
    const contact = { last_name: 'Soto', phone: null, email: null }
    expect((await askClassmates())[0]?.parents).toEqual([
      { id: mother, name: 'Elena', parent_type: 'mother', ...contact },
      { id: uncle, name: 'Hugo', parent_type: 'uncle', ...contact },
    ])
  })

  it('who share a phone that is not recorded have none', async () => {
    expect((await addOnlyParent({ phone: null, shares_phone: true }))?.phone).toBeNull()
  })
})

describe('the audit log of contacts', () => {
  const rows = () =>
    server()
      .db.select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'contacts_read'), eq(auditLog.parent_id, ownFamily.parent_id)))

  it('has one line per parent, student and day', async () => {
    await askClassmates()
    await askClassmates()
    expect(await rows()).toEqual([
      expect.objectContaining({
        student_id: ownFamily.student_id,
        session_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        address: '127.0.0.1',
      }),
    ])
    const sibling = await addMate()
    await school.link(ownFamily.parent_id, sibling.student_id)
    await ownFamily.call('getClassmates', { student_id: sibling.student_id })
    expect(await rows()).toHaveLength(2)
  })

  it('is written before the response, which shows no contact if that fails', async () => {
    await server().db.$client.query('alter table audit_log rename to audit_log_away')
    try {
      const response = await ownFamily.ask('getClassmates')
      expect(response.statusCode).toBe(500)
      expect(response.json().classmates).toBeUndefined()
    } finally {
      await server().db.$client.query('alter table audit_log_away rename to audit_log')
    }
  })
})
