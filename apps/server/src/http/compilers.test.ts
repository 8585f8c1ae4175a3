import { api } from '@apoderados/contract/calls/api'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { serializerCompiler } from './compilers.ts'

const answerSchema = z.object({ id: z.int(), name: z.nullable(z.string()) })
const serializeAnswer = serializerCompiler({ schema: answerSchema, method: 'GET', url: '/' })

test.each(Object.entries(api))('the schemas of %s can be compiled', (_, { request, response }) => {
  for (const schema of [request, response])
    if (schema !== 'file') expect(() => z.compile(schema, { strict: true })).not.toThrow()
})

test('an answer contains only the fields of its schema', () => {
  expect(serializeAnswer({ id: 1, name: 'Ñandú', secret: 'x' })).toBe('{"id":1,"name":"Ñandú"}')
})

test('an answer that does not match its schema is not sent', () => {
  expect(() => serializeAnswer({ id: '1', name: null })).toThrow()
})
