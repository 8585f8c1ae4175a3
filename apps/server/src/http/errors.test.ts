import { expect, it } from 'vitest'
import { HttpError, notFoundError, unavailableError } from './errors.ts'

const framesOf = ({ stack = '' }: Error) => stack.split('\n').filter((line) => line.startsWith('    at '))

it('records the stack of an unexpected error, but not of a refusal', () => {
  expect(framesOf(notFoundError())).toEqual([])
  expect(framesOf(unavailableError())[0]).toContain('errors.ts')
})

it('records the stacks of other errors after a refusal', () => {
  new HttpError(401, 'Token inválido')
  expect(framesOf(new Error('another'))).not.toEqual([])
})
