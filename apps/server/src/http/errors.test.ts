import { expect, it } from 'vitest'
import { HttpError, notFound, unavailable } from './errors.ts'

const framesOf = ({ stack = '' }: Error) => stack.split('\n').filter((line) => line.startsWith('    at '))

it('looks for the place of a fault of ours, and not for that of a refusal', () => {
  expect(framesOf(notFound())).toEqual([])
  expect(framesOf(unavailable())[0]).toContain('errors.ts')
})

it('leaves other errors their places after a refusal', () => {
  new HttpError(401, 'Token inválido')
  expect(framesOf(new Error('another'))).not.toEqual([])
})
