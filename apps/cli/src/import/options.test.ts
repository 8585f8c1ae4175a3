import { expect, it } from 'vitest'
import { UsageError } from '../terminal/usageError.ts'
import { readOptions } from './options.ts'

const readCommandLine = (line: string) => readOptions(['colegio', ...line.split(' ')])

it.each([
  ['--rbd 90003-6 --rbd 90010-9', '--rbd'],
  ['--year=2026 --apply --year 2025', '--year'],
  ['--apply --apply', '--apply'],
])('rejects %s as a typing error', (line, option) => {
  expect(() => readCommandLine(line)).toThrow(new UsageError(`${option} va una sola vez`))
})

it('combines several lists of complete sheets', () => {
  const expected = { complete: new Set(['notas', 'atrasos', 'agenda']) }
  expect(readCommandLine('--complete agenda,notas --complete atrasos')).toMatchObject(expected)
})
