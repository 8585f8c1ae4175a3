import { createTestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { invitations } from '../db/tables/accounts.ts'
import { parents } from '../db/tables/people.ts'
import { loadKeys } from '../secrets/keys.ts'
import { type Letter, readInvitations } from './invitationLetters.ts'
import { inviteParents } from './invitations.ts'

const server = setupServer()

async function readLetters(which: number[] | 'all live', keys = server().services.keys): Promise<Letter[]> {
  const letters: Letter[] = []
  for await (const batch of readInvitations(server().db, keys, which)) letters.push(...batch)
  return letters
}
const invite = (ids: number[]) =>
  server().db.transaction((transaction) =>
    inviteParents(transaction, server().services.keys, ids, { byMail: false }),
  )
const namesOf = (letters: Letter[]) => letters.map(({ name }) => name)

const parentIds: Record<string, number> = {}

beforeAll(async () => {
  const school = await createTestSchool(server(), { name: 'Colegio A' })
  const second = await createTestSchool(server(), { name: 'Colegio B' })
  const courses = {
    third: await school.course({ name: '3° Medio', letter: 'A' }),
    tenth: await school.course({ name: '10° Básico', letter: 'A' }),
    secondB: await school.course({ name: '2° Básico', letter: 'B' }),
    secondA: await school.course({ name: '2° Básico', letter: 'A' }),
    kinder: await school.course({ name: 'Kínder', letter: 'A' }),
    prekinder: await school.course({ name: 'Prekínder', letter: 'A' }),
    other: await second.course({ name: '1° Básico', letter: 'A' }),
  }
  const add = async (name: string, pupils: [keyof typeof courses | undefined, string, object?][]) => {
    parentIds[name] = await school.parent({ name, password_hash: null })
    for (const [course, last_name, row] of pupils) {
      const targetSchool = course === 'other' ? second : school
      const student_id = await targetSchool.student({ last_name, ...row })
      if (course) await targetSchool.enroll(student_id, courses[course])
      await targetSchool.link(parentIds[name], student_id)
    }
  }
  await add('Tercero', [['third', 'Abarca']])
  await add('Otra', [['other', 'Abarca']])
  await add('Décimo', [['tenth', 'Abarca']])
  await add('SegundoB', [['secondB', 'Abarca']])
  await add('Ñuñoa', [['secondA', 'Ñanco']])
  await add('Oyarzún', [['secondA', 'Oyarzún']])
  await add('Núñez', [['secondA', 'Núñez']])
  await add('Kínder', [['kinder', 'Zúñiga']])
  await add('Prekínder', [['prekinder', 'Zúñiga']])
  await add('Sin curso', [[undefined, 'Abarca']])
  await add('Sin nadie', [])
  await add('Hermanos', [
    ['other', 'Zapata', { name: 'Rayén' }],
    ['third', 'Zapata', { name: 'Nahuel', social_name: 'Antü', shows_social_name: true }],
    ['kinder', 'Aedo', { name: 'Inés', social_name: 'Secreta', shows_social_name: false }],
  ])
  await invite(Object.values(parentIds))
})

describe('the letters of invitations', () => {
  it('are sorted by school, course and surname of the first student, as a school hands them out', async () => {
    expect(namesOf(await readLetters('all live'))).toEqual([
      'Prekínder',
      'Hermanos',
      'Kínder',
      'Núñez',
      'Ñuñoa',
      'Oyarzún',
      'SegundoB',
      'Décimo',
      'Tercero',
      'Sin curso',
      'Otra',
      'Sin nadie',
    ])
  })

  it('contain the sign-in data, and only first names that the family may see', async () => {
    const [letter] = await readLetters([parentIds.Hermanos as number])
    expect(letter).toEqual({
      parent_id: parentIds.Hermanos,
      name: 'Hermanos',
      last_name: 'Soto',
      email: expect.stringContaining('@'),
      password: expect.stringMatching(/^.{4}-.{4}-.{5}$/),
      expires_at: expect.any(Date),
      time_zone: 'America/Santiago',
      establishments: ['Colegio A', 'Colegio B'],
      students: [
        { name: 'Inés', course: 'Kínder A', list_number: expect.any(Number) },
        { name: 'Antü', course: '3° Medio A', list_number: expect.any(Number) },
        { name: 'Rayén', course: '1° Básico A', list_number: expect.any(Number) },
      ],
    })
    const days = ((letter?.expires_at.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(Math.round(days * 100) / 100).toBe(14)
    expect((await server().login(letter?.email as string, letter?.password)).statusCode).toBe(200)
  })

  it('name no student to whom the guardian has no access', async () => {
    const id = parentIds.Otra as number
    await server().db.execute(sql`update student_parents set has_access = false where parent_id = ${id}`)
    expect(await readLetters([id])).toMatchObject([{ establishments: [], students: [] }])
    await server().db.execute(sql`update student_parents set has_access = true where parent_id = ${id}`)
  })

  it('exist for valid invitations only, once each', async () => {
    const [closed, expired, withPassword, live] = ['Tercero', 'Décimo', 'SegundoB', 'Oyarzún'].map(
      (name) => parentIds[name] as number,
    )
    const close = { is_active: false }
    await server()
      .db.update(parents)
      .set(close)
      .where(eq(parents.id, closed as number))
    await server()
      .db.update(parents)
      .set({ password_hash: 'own' })
      .where(eq(parents.id, withPassword as number))
    await server()
      .db.update(invitations)
      .set({ expires_at: sql`now()` })
      .where(eq(invitations.parent_id, expired as number))
    const requestedIds = [closed, expired, withPassword, live, live, 2 ** 40] as number[]
    expect(namesOf(await readLetters(requestedIds))).toEqual(['Oyarzún'])
    expect(await readLetters([])).toEqual([])
    expect(
      await readLetters('all live', await loadKeys(['Zx8Qm2Lk9Vb4Nc7Rt1Yw6Hp3Jd5Fg0Sa-uE'], '')),
    ).toEqual([])
  })
})
