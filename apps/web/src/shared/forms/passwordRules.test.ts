import { describe, expect, it } from 'vitest'
import { confirmationError, passwordStrength } from './passwordRules.ts'

describe('a confirmation', () => {
  it.each([
    ['secreta', '', 'Debe confirmar la contraseña'],
    ['secreta', 'secreto', 'Las contraseñas no coinciden'],
    ['secreta', 'secreta', undefined],
    ['', 'secreta', undefined], // no error here: the password's own field reports that it is empty
  ])('of %o by %o', (password, confirmation, message) => {
    expect(confirmationError(password, confirmation)).toBe(message)
  })
})

describe('the hint', () => {
  it.each([
    'a',
    '123456',
    'aaaaaaaaaaaaaa',
    'abcdefghijkl',
    'contraseña1',
    'Password123',
    'luna27',
    '😀😀😀😀😀😀😀',
  ])('calls %s weak', (password) => expect(passwordStrength(password)).toBe('Débil'))
  it.each(['lunaverde', 'Mate con pan'.slice(0, 9)])('calls %s acceptable', (password) => {
    expect(passwordStrength(password)).toBe('Aceptable')
  })
  it.each(['Luna verde 27', 'tres gatos bajo la mesa', 'ñandú-coirón-84'])('calls %s good', (password) => {
    expect(passwordStrength(password)).toBe('Buena')
  })
})
