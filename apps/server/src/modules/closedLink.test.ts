import type { Classmate } from '@apoderados/contract/classmates'
import { studentParents } from '@apoderados/database/schema/schema'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestSchool, fileId, type TestSchool } from '../testing/testSchool.ts'
import { useServer } from '../testing/testServer.ts'

/*
 * A court order closed the father's link to one child; he is still linked to another child in the same course. The
 * mother, who shares her contact data, has a third child in that course, to whom he is not linked.
 */

const server = useServer()
const sharedContact = { phone: '+56912345678', shares_phone: true, shares_email: true }
let school: TestSchool
let barredChild: { id: number; photo_id: string }
let father: { id: number; ask(): Promise<Classmate[]> }
let mother: { id: number; email: string; ask(): Promise<Classmate[]> }

const setAccess = (has_access: boolean) =>
  server()
    .db.update(studentParents)
    .set({ has_access })
    .where(and(eq(studentParents.student_id, barredChild.id), eq(studentParents.parent_id, father.id)))

beforeEach(async () => {
  school = await createTestSchool(server())
  const course_id = await school.course()
  const child = async (name: string) => {
    const photo_id = fileId()
    await server().services.files.write(photo_id, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
    const id = await school.student({ name })
    await school.enroll(id, course_id, { photo_id, shares_photo: true })
    return { id, photo_id }
  }
  const [sibling, third] = [await child('Sofía'), await child('Tomás')]
  barredChild = await child('Beatriz')
  const guardian = async (email: string, links: Record<number, boolean>) => {
    const id = await school.parent({ ...sharedContact, email })
    for (const [student_id, has_access] of Object.entries(links))
      await school.link(id, Number(student_id), { has_access })
    const { call } = await school.signIn(id)
    const ask = async () =>
      (await call('getClassmates', { student_id: sibling.id })).json().classmates as Classmate[]
    return { id, email, ask }
  }
  father = await guardian(`${fileId()}@example.com`, { [sibling.id]: true, [barredChild.id]: false })
  mother = await guardian(`${fileId()}@example.com`, {
    ...{ [sibling.id]: true, [barredChild.id]: true, [third.id]: true },
  })
})

describe('a guardian with a blocked link to a child', () => {
  it('does not see the child as a classmate of another child', async () => {
    const names = (await father.ask()).map(({ student }) => student.name)
    expect(names).toEqual(['Tomás'])
    expect((await mother.ask()).map(({ student }) => student.name)).toEqual(['Tomás', 'Beatriz'])
  })

  it('sees no contact of the child’s other guardians through a third child', async () => {
    const [third] = await father.ask()
    expect(third?.parents).toEqual([
      expect.objectContaining({ id: mother.id, name: 'Elena', phone: null, email: null }),
    ])
  })

  it('sees them like any other family while the link is not blocked', async () => {
    await setAccess(true)
    const found = await father.ask()
    expect(found.map(({ student }) => student.name)).toEqual(['Tomás', 'Beatriz'])
    const [third] = found
    expect(third?.parents).toEqual([
      expect.objectContaining({ id: mother.id, phone: sharedContact.phone, email: mother.email }),
    ])
  })

  it('cannot use a link to the child’s photo that was signed before', async () => {
    await setAccess(true)
    const before = (await father.ask()).map(({ profile_image }) => profile_image as string)
    const statuses = async () =>
      Promise.all(before.map(async (url) => (await server().app.inject({ url })).statusCode))
    expect(await statuses()).toEqual([200, 200])
    await setAccess(false)
    expect(await statuses()).toEqual([200, 404])
  })
})
