import { expect, it } from 'vitest'
import { UsageError } from '../terminal/usageError.ts'
import { readOptions } from './options.ts'

const readCommandLine = (line: string) =>
  readOptions(line.split(' ').filter(Boolean), new Date('2026-08-17T12:00:00-04:00'))

it('default to this school year up to the last Friday of May, and to one school per thousand students', () => {
  expect(readCommandLine('--students 50000')).toEqual({
    folder: 'data/prueba',
    students: 50_000,
    schools: 50,
    year: 2026,
    until: '2026-05-29',
    seed: 1,
    isChanged: false,
    photos: 0,
    documents: 0,
  })
})

it('are all read', () => {
  const chosen =
    '--to /tmp/x --schools 3 --year 2025 --until 4-12-2025 --seed 9 --variant 2 --photos 4 --documents 5'
  expect(readCommandLine(`--students 100 ${chosen}`)).toEqual({
    folder: '/tmp/x',
    students: 100,
    schools: 3,
    year: 2025,
    until: '2025-12-04',
    seed: 9,
    isChanged: true,
    photos: 4,
    documents: 5,
  })
  expect(readCommandLine('--help')).toBeNull()
})

it.each([
  ['--students 0', '--students: «0» no sirve; se espera un número entero de 1 a 900.000'],
  ['--students 50.000', 'sin puntos'],
  ['--students 900001', 'de 1 a 900.000'],
  ['--students 50 --schools 6', '--schools: «6» no sirve; se espera un número entero de 1 a 5'],
  ['--students 50 --until 31-04-2026', 'una fecha como 29-05-2026, del 04-03-2026 al 04-12-2026'],
  ['--students 50 --until 28-02-2026', 'del 04-03-2026 al 04-12-2026'],
  ['--students 50 --variant 3', '--variant: «3» no sirve'],
  ['--estudiantes 50', 'no se entiende --estudiantes'],
  ['--students', 'no se entiende --students'],
  ['--students 50 --students 60', '--students va una sola vez'],
  ['', 'falta --students'],
])('are rejected with a message: %s', (line, message) => {
  expect(() => readCommandLine(line)).toThrow(UsageError)
  expect(() => readCommandLine(line)).toThrow(message)
})
