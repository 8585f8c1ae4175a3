import { expect, it } from 'vitest'
import { tooManyAttempts } from './messages.ts'

it.each([
  [1, '1 segundo'],
  [40, '40 segundos'],
  [119, '119 segundos'],
  [120, '2 minutos'],
  [541, '10 minutos'],
  [600, '10 minutos'],
  [86_400, '24 horas'],
])('a refused attempt says when to try again: after %i seconds, %s', (seconds, wait) => {
  expect(tooManyAttempts(seconds)).toBe(`Demasiados intentos. Intenta de nuevo en ${wait}.`)
})
