import { Profile } from '@apoderados/contract/profile'
import { enrollments, students } from '@apoderados/core/db/tables/people'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'

const server = setupServer()

async function askProfile(email: string): Promise<Profile> {
  const jwt = await server().signIn(email)
  const response = await server().send('getProfile', {}, { jwt })
  expect(response.statusCode).toBe(200)
  return response.json()
}

describe('the profile', () => {
  it('contains exactly the fields of the contract', async () => {
    const profile = await askProfile(CAROLINA)
    expect(Object.keys(profile).sort()).toEqual(Object.keys(Profile.shape).sort())
    expect(JSON.stringify(profile)).not.toMatch(/argon2|password_hash|photo_id|insign_id/)
    expect(Profile.parse(profile)).toEqual(profile)
  })

  it('shows the student, the school and the link', async () => {
    const [martina, tomas] = (await askProfile(CAROLINA)).students
    expect(martina).toMatchObject({
      id: 1,
      name: 'Martina Antonia',
      last_name: 'Sepúlveda',
      second_last_name: 'Muñoz',
      social_name: '',
      rut: '40100001',
      rut_dv: '1',
      birthday: '2015-05-17',
      gender: 'Femenino',
      enrollment: {
        course_name: '5° Básico',
        letter: 'A',
        course: '5° Básico A',
        year: 2026,
        profile_image: null,
      },
      establishment: {
        name: 'Colegio Los Aromos de La Florida',
        rbd: '90002-8',
        phone: '+56200000101',
        time_zone: 'America/Santiago',
      },
      student_parent: { parent_type: 'mother', other_type: null, financial_proxy: true },
    })
    expect(tomas?.enrollment?.profile_image).toMatch(
      /^\/api\/v1\/mobile\/parent\/photos\/[0-9a-f]{32}\?school=\d+&session=/,
    )
    expect(tomas?.enrollment?.profile_image_url).toBe(tomas?.enrollment?.profile_image)
  })

  it('shows the social name only if the school marked it', async () => {
    const shownSocialName = async () => (await askProfile(CAROLINA)).students[2]?.social_name
    expect(await shownSocialName()).toBe('Antú')
    await server().db.update(students).set({ shows_social_name: false }).where(eq(students.rut, '40100007'))
    expect(await shownSocialName()).toBe('')
  })

  it('shows a student who left the course without enrollment', async () => {
    await server()
      .db.update(enrollments)
      .set({ withdrawn_on: '2026-06-01' })
      .where(eq(enrollments.student_id, 31))
    const [, tomas] = (await askProfile(CAROLINA)).students
    expect(tomas).toMatchObject({
      name: 'Tomás Ignacio',
      enrollment: null,
      establishment: { rbd: '90002-8' },
    })
  })
})
