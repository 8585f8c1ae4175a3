import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { NewPassword } from '../session.ts'
import { QueryDay, QueryId } from './primitives.ts'
import { checkDigit } from './rut.ts'

describe('a day in a query', () => {
  it('is dd/mm/yyyy on the wire and YYYY-MM-DD in code', () => {
    expect(z.decode(QueryDay, '05/08/2026')).toBe('2026-08-05')
    expect(z.encode(QueryDay, '2026-08-05')).toBe('05/08/2026')
    expect(z.decode(QueryDay, '29/02/2028')).toBe('2028-02-29')
  })

  it.each(['29/02/2027', '31/04/2026', '5/8/2026', '05-08-2026', '01/01/1999', '01/01/2101'])(
    'is never %s',
    (text) => {
      expect(z.safeDecode(QueryDay, text).success).toBe(false)
    },
  )
})

describe('an id in a query', () => {
  it('is digits on the wire and a number in code', () => {
    expect(z.decode(QueryId, '42')).toBe(42)
    expect(z.encode(QueryId, 42)).toBe('42')
    expect(z.safeDecode(QueryId, '9007199254740991').success).toBe(true)
    expect(z.safeDecode(QueryId, '9007199254740992').success).toBe(false)
  })
})

describe('a new password', () => {
  it('counts characters as people do', () => {
    expect(z.safeParse(NewPassword, '🔑🔑🔑🔑🔑🔑').success).toBe(true)
    expect(z.safeParse(NewPassword, '🔑🔑🔑🔑🔑').error?.issues[0]?.message).toBe(
      'La contraseña debe tener al menos 6 caracteres',
    )
    expect(z.safeParse(NewPassword, 'ñ'.repeat(129)).success).toBe(false)
  })
})

describe('the check digit', () => {
  it.each([
    ['11111111', '1'],
    ['12345678', '5'],
    ['12667869', 'K'],
    ['24100006', '0'],
    ['100123456', '7'],
    ['100000004', 'K'],
    ['9283', '5'],
    ['90002', '8'],
  ])('of %s is %s', (body, digit) => {
    expect(checkDigit(body)).toBe(digit)
  })
})
