import { parents } from '@apoderados/core/db/tables/people'
import { newRun } from '@apoderados/importer/testing/newRun'
import { setupServer } from '@apoderados/testing/testServer'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { setupGuardians } from '../../testing/guardians.ts'
import { setupOperator } from '../../testing/operator.ts'

const server = setupServer()
const operate = setupOperator(server)
const createGuardian = setupGuardians(server)

describe('the list of accounts', () => {
  it('is searched by part of the e-mail, by the name without accents and by the RUT', async () => {
    const { email, rut } = await createGuardian({ name: 'Begoña Inés', last_name: 'Ñancupil Muñoz' })
    for (const search of [email.slice(0, 8), 'begona ines nancu', 'Muñoz', rut, rut.slice(2, 8)]) {
      const { output } = await operate(['accounts', 'list', '--search', search, '--json'])
      expect([search, JSON.parse(output).map((account: { email: string }) => account.email)]).toEqual([
        search,
        expect.arrayContaining([email]),
      ])
    }
    expect((await operate(['account', 'list', '--search', '100%'])).output).toBe('Ninguna cuenta.')
  })

  it('shows no name, no phone and half a RUT', async () => {
    const { email, rut, parent_id } = await createGuardian({ name: 'Xiomara', phone: '+56911112222' })
    const { output } = await operate(['account', 'list', '--search', email])
    expect(output.split('\n')).toHaveLength(2)
    expect(output).toMatch(/^Correo +RUT +Estado +Último ingreso +Estudiantes\n/)
    for (const hidden of ['Xiomara', '+56911112222', rut, rut.slice(0, 5)])
      expect(output).not.toContain(hidden)
    const json = await operate(['account', 'list', '--search', email, '--json'])
    expect(JSON.parse(json.output)).toEqual([
      {
        id: parent_id,
        email,
        rut: `…${rut.slice(-5)}`,
        state: 'sin contraseña propia',
        last_login_at: expect.any(String),
        students: 0,
        time_zone: expect.any(String),
      },
    ])
  })

  it('shows the day of the last sign-in in Chile’s time zone', async () => {
    const { email, parent_id } = await createGuardian()
    const last_login_at = new Date('2026-03-03T01:30:00Z')
    await server().db.update(parents).set({ last_login_at }).where(eq(parents.id, parent_id))
    expect((await operate(['account', 'list', '--search', email])).output).toContain(' 02-03-2026 ')
  })

  it('contains one school if it is named', async () => {
    const { output } = await operate(['account', 'list', '--school', '90010-9', '--json'])
    expect(JSON.parse(output)).toMatchObject([
      { email: 'apoderada@example.com', state: expect.any(String), students: 3 },
    ])
  })

  it('strips control characters, and counts no student whose link is blocked', async () => {
    const { school, email } = await createGuardian()
    const student_id = await school.student(newRun().columns)
    const parent_id = await school.parent({ email: `otro.${email}` })
    await school.link(parent_id, student_id, { has_access: false, no_access_reason: 'a\u001b[2J\nb' })
    const { output } = await operate(['link', 'list', '--account', `otro.${email}`])
    expect(output).toMatch(/cerrado +a \[2J b$/)
    const json = await operate(['account', 'list', '--search', `otro.${email}`, '--json'])
    expect(JSON.parse(json.output)).toMatchObject([{ students: 0 }])
  })
})
