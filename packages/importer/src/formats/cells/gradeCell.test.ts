import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCell } from '../../testing/readSheets.ts'
import { conceptCell, gradeCell } from './gradeCell.ts'
import { listNumberCell, weightCell, yearCell } from './numberCell.ts'

const GRADE_EXAMPLE = '(una nota de 1,0 a 7,0 con un decimal, como 5,4)'

describe('a grade', () => {
  it.each([
    ['5,4', 54],
    ['5.4', 54],
    ['5', 50],
    ['7,0', 70],
    ['1.0', 10],
    ['5,40', 54],
    ['5.4000000000000004', 54],
    ['5.3999999999999995', 54],
    ['-', null],
    ['—', null],
    ['Pendiente', null],
  ])('is read from %s', (text, tenths) => {
    expect(parseCell(gradeCell, text)).toBe(tenths)
  })

  it.each([
    ['55', `fuera de 1,0 a 7,0 (¿quiso decir 5,5?) ${GRADE_EXAMPLE}`],
    ['40', `fuera de 1,0 a 7,0 (¿quiso decir 4,0?) ${GRADE_EXAMPLE}`],
    ['71', `fuera de 1,0 a 7,0 ${GRADE_EXAMPLE}`],
    ['7,1', `fuera de 1,0 a 7,0 ${GRADE_EXAMPLE}`],
    ['0,9', `fuera de 1,0 a 7,0 ${GRADE_EXAMPLE}`],
    ['0', `fuera de 1,0 a 7,0 ${GRADE_EXAMPLE}`],
    ['5,45', `tiene dos decimales ${GRADE_EXAMPLE}`],
    ['5.449', `tiene más de un decimal ${GRADE_EXAMPLE}`],
    ['5.4500000000000002', `tiene más de un decimal ${GRADE_EXAMPLE}`],
    ['MB', `no es una nota; los conceptos van en la columna «concepto» ${GRADE_EXAMPLE}`],
    ['-5,4', `no es una nota; los conceptos van en la columna «concepto» ${GRADE_EXAMPLE}`],
    ...['05-abr', 'abr-15', '5-Abr', '05/abr', 'sept-26', '05-abr-26'].map((text) => [
      text,
      `es una fecha: la planilla cambió la nota al escribirla ${GRADE_EXAMPLE}`,
    ]),
    ['abril', `no es una nota; los conceptos van en la columna «concepto» ${GRADE_EXAMPLE}`],
    ['2026-04-05', `es una fecha: la planilla cambió la nota al escribirla ${GRADE_EXAMPLE}`],
  ])('is rejected as %s', (text, expected) => {
    expect(parseCell(gradeCell, text)).toBe(expected)
  })

  it('has the same tenths in every spelling of a spreadsheet', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 70 }), fc.constantFrom(',', '.'), (tenths, mark) => {
        expect(parseCell(gradeCell, `${Math.floor(tenths / 10)}${mark}${tenths % 10}`)).toBe(tenths)
        expect(parseCell(gradeCell, (tenths / 10 + 3 * Number.EPSILON).toPrecision(17))).toBe(tenths)
      }),
    )
  })

  it('may be a short concept', () => {
    expect(parseCell(conceptCell, ' MB ')).toBe('MB')
    expect(parseCell(conceptCell, 'Medianamente logrado, con ayuda')).toBe(
      'el concepto es demasiado largo (un concepto de hasta 20 caracteres, como MB)',
    )
  })
})

it('reads whole numbers as spreadsheets write them', () => {
  expect(parseCell(yearCell, '2026.0')).toBe(2026)
  expect(parseCell(yearCell, '26')).toBe('no es un año como 2026 (un año como 2026)')
  expect(parseCell(listNumberCell, '12')).toBe(12)
  expect(parseCell(listNumberCell, '0')).toBe(
    'no es un número de lista de 1 a 999 (un número de lista de 1 a 999)',
  )
  expect(parseCell(weightCell, '30%')).toBe(30)
  expect(parseCell(weightCell, '30,0')).toBe(30)
  expect(parseCell(weightCell, '33,3')).toMatch(/^no es un número entero de 1 a 100\.000/)
})
