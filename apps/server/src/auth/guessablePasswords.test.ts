import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it } from 'vitest'
import { refuseWeakPassword } from './guessablePasswords.ts'

const account = {
  email: 'm.jose@colegio.cl',
  name: 'María José',
  last_name: 'Ñancupil Le',
  rut: '12345678',
  rut_dv: 'K',
  schools: ['Liceo Ñuñoa'],
  is_demo: false,
}
const isRefused = (password: string) => {
  try {
    refuseWeakPassword(password, account)
    return false
  } catch {
    return true
  }
}

describe('a guessable password', () => {
  it('is one of the most common ones, in any case, and backwards', () => {
    const commonest = dictionary['passwords-common'].filter((password) => password.length >= 6)
    expect(commonest.length).toBeGreaterThan(25_000)
    expect(commonest.slice(0, 25_000).filter((password) => !isRefused(password))).toEqual([])
    for (const password of ['QWERTY', 'PassWord1', '654321', 'contraseña', 'q.w.e.r.t.y']) {
      expect([password, isRefused(password)]).toEqual([password, true])
    }
  })

  it.each(['aaaaaa', '121212', 'abcabc', 'ñañaña'])('is %s, repeated', (password) => {
    expect(isRefused(password)).toBe(true)
  })

  it.each([
    'm.jose@colegio.cl',
    'mjose2',
    'Maria-José',
    'ÑANCUPIL',
    'nancupil2026',
    '2026mariajose',
    'marianancupil',
    '12.345.678-k',
    '12345678',
    'Liceo Ñuñoa',
    'nunoa1',
  ])('is %s, which contains data of the account', (password) => {
    expect(isRefused(password)).toBe(true)
  })

  it.each(['tres-tristes-tigres', 'mariachi loco 7', 'le-petit-prince', 'nancupilnancupilx9', 'x9#kQ2'])(
    'is not %s',
    (password) => {
      expect(isRefused(password)).toBe(false)
    },
  )
})

it('is refused for its length if it is shorter than the school’s minimum, counted in characters', () => {
  expect(() => refuseWeakPassword('ñandú-7', account, 8)).toThrow(
    'La contraseña debe tener al menos 8 caracteres',
  )
  expect(() => refuseWeakPassword('n\u0303andu\u0301-7', account, 8)).toThrow('al menos 8 caracteres')
  expect(() => refuseWeakPassword('ñandú-77', account, 8)).not.toThrow()
})
