import { DEMO_TOTP_SECRET } from '@apoderados/school-data/demo/staff'
import { codeOf } from '@apoderados/server/office/auth/totp'
import { SECRETARY, setupOffice } from '@apoderados/testing/officeServer'
import { setupServer } from '@apoderados/testing/testServer'
import { expect, it } from 'vitest'
import { lastAuditLine, setupOperator } from '../../testing/operator.ts'

const server = setupServer()
const office = setupOffice(server)
const operate = setupOperator(server)
const school = ['--school', '90002-8']

it('adds a person, who enrols with the printed link, and ends the access', async () => {
  const added = await operate([
    'staff',
    'add',
    'Ines@example.com',
    'Inés Lara',
    ...school,
    '--role',
    'Secretaría',
  ])
  expect([added.code, added.errors]).toEqual([0, ''])
  const [, invitation] = /\/registro#([\w-]+)$/.exec(added.output) ?? []
  const found = await office.browser().send('getEnrolment', { invitation })
  expect(found.json()).toMatchObject({ name: 'Inés Lara', email: 'ines@example.com' })
  expect(await lastAuditLine(server())).toMatchObject({
    detail: { command: 'staff add', after: 'secretary' },
  })
  const list = await operate(['staff', 'list', ...school])
  expect(list.output).toMatch(/ines@example\.com +Inés Lara +Secretaría +por registrarse/)
  const again = await operate(['staff', 'add', 'ines@example.com', 'Inés', ...school, '--role', 'direccion'])
  expect(again.errors).toBe('Esa persona ya trabaja en ese colegio.')
  expect((await operate(['staff', 'end', 'ines@example.com', ...school])).output).toBe('Acceso terminado.')
  expect((await office.browser().send('getEnrolment', { invitation })).statusCode).toBe(400)
})

it('resets a person: the sessions end, password and factor no longer serve', async () => {
  const browser = await office.signIn(SECRETARY)
  const reset = await operate(['staff', 'reset', SECRETARY])
  expect(reset.output).toContain('La contraseña y los factores anteriores ya no sirven.')
  expect((await browser.send('getMe')).statusCode).toBe(401)
  const signIn = await office.browser().send('signIn', { email: SECRETARY, password: 'demo1234' })
  expect(signIn.statusCode).toBe(401)
})

it('refuses an unknown role, school and person', async () => {
  const add = (rbd: string, role: string) =>
    operate(['staff', 'add', 'x@example.com', 'X', '--school', rbd, '--role', role])
  expect((await add('90002-8', 'portería')).errors).toBe(
    'El rol es uno de: direccion, secretaria, inspectoria.',
  )
  expect((await add('90003-6', 'direccion')).errors).toBe('No hay un colegio con ese RBD.')
  const reset = await operate(['staff', 'reset', 'nadie@example.com'])
  expect(reset.errors).toBe('No hay una cuenta del personal con ese correo.')
})

it('prints the code of the demo’s staff', async () => {
  expect((await operate(['demo', 'code'])).output).toBe(await codeOf(DEMO_TOTP_SECRET))
})
