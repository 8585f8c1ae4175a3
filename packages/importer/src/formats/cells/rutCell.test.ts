import { checkDigit } from '@apoderados/contract/values/rut'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCell } from '../../testing/readSheets.ts'
import { rbdCell, rbdWithDigitCell } from './rbdCell.ts'
import { checkDigitCell, joinDigit, rutCell, rutWithDigitCell } from './rutCell.ts'

const COMPANY_MESSAGE = 'es un RUT de empresa (el RUN de una persona, o un IPE)'
const NO_RUN_MESSAGE = 'no es un RUN (un RUN como 12.345.678-5)'

describe('a RUN', () => {
  it.each([
    ['12.345.678-5', '12345678'],
    ['12345678-5', '12345678'],
    ['12.345.678', '12345678'],
    ['12345678', '12345678'],
    ['12345678.0', '12345678'],
    ['12345678,0', '12345678'],
    ['12 345 678 – 5', '12345678'],
    ['12.667.869-k', '12667869'],
    ['12667869K', '12667869'],
    ['08.345.671-K', '8345671'],
    ['5126663-3', '5126663'],
    ['100.123.456-7', '100123456'],
    ['100000004-K', '100000004'],
    ['47.000.000', '47000000'],
    ['12.000.000', '12000000'],
  ])('is read as %s', (text, body) => {
    expect(parseCell(rutCell, text)).toBe(body)
  })

  it.each([
    ['12.345.678-4', 'el dígito verificador no corresponde (5)'],
    ['11.111.111-2', 'el dígito verificador no corresponde (1)'],
    ['40.318.926-0', 'el dígito verificador no corresponde (K)'],
    ['100.123.456-K', 'el dígito verificador no corresponde (7)'],
    ['47.000.001', COMPANY_MESSAGE],
    ['76.123.456-0', COMPANY_MESSAGE],
    ['99999999', COMPANY_MESSAGE],
    ['1.000.123.456', NO_RUN_MESSAGE],
    ['12.345.67X-5', NO_RUN_MESSAGE],
    ['K', NO_RUN_MESSAGE],
    ['0', NO_RUN_MESSAGE],
    ['-5', NO_RUN_MESSAGE],
    ['1.2345678E7', NO_RUN_MESSAGE],
    ['١٢٣٤٥٦٧٨', NO_RUN_MESSAGE],
  ])('is rejected as %s', (text, expected) => {
    expect(parseCell(rutCell, text)).toBe(expected)
  })

  it('may have its check digit in a separate column', () => {
    const join = (text: string, digitColumn: string | null) =>
      parseCell(
        {
          accepts: '',
          parse: (_, refuse) => joinDigit(rutWithDigitCell.parse(text, refuse) as never, digitColumn, refuse),
        },
        text,
      )
    expect(join('40318926', 'K')).toEqual({ rut: '40318926', dv: 'K' })
    expect(join('40318926-K', null)).toEqual({ rut: '40318926', dv: 'K' })
    expect(join('40318926-K', 'K')).toEqual({ rut: '40318926', dv: 'K' })
    expect(join('40318926', '1')).toBe('el dígito verificador no corresponde (K)')
    expect(join('40318926', null)).toBe('falta el dígito verificador (un dígito de 0 a 9, o K)')
    expect(parseCell(checkDigitCell, 'k')).toBe('K')
    expect(parseCell(checkDigitCell, '5.0')).toBe('5')
    expect(parseCell(checkDigitCell, '55')).toBe('no es un dígito verificador (un dígito de 0 a 9, o K)')
  })

  it('is the same in every notation, and is rejected with any other check digit', () => {
    const person = fc.oneof(
      fc.integer({ min: 1, max: 47_000_000 }),
      fc.integer({ min: 100_000_000, max: 999_999_999 }),
    )
    fc.assert(
      fc.property(
        person,
        fc.constantFrom('-', ' - ', '–'),
        fc.boolean(),
        fc.integer({ min: 1, max: 10 }),
        (body, dash, hasDots, other) => {
          const digits = hasDots ? String(body).replace(/\B(?=(\d{3})+$)/g, '.') : String(body)
          const dv = checkDigit(String(body))
          expect(parseCell(rutWithDigitCell, `${digits}${dash}${dv.toLowerCase()}`)).toEqual({
            rut: String(body),
            dv,
          })
          const wrong = '0123456789K'[('0123456789K'.indexOf(dv) + other) % 11]
          expect(parseCell(rutCell, `${digits}${dash}${wrong}`)).toBe(
            `el dígito verificador no corresponde (${dv})`,
          )
        },
      ),
    )
  })
})

describe('an RBD', () => {
  it.each([
    ['9283-5', '9283-5'],
    ['RBD 9283-5', '9283-5'],
    ['9283', '9283-5'],
    ['9283.0', '9283-5'],
    ['09283', '9283-5'],
    ['90002-8', '90002-8'],
    ['1', '1-9'],
    ['9283-4', 'el dígito verificador no corresponde (5)'],
    ['928312', 'no es un RBD (un RBD como 9283-5)'],
    ['Los Aromos', 'no es un RBD (un RBD como 9283-5)'],
  ])('is read from %s', (text, value) => {
    expect(parseCell(rbdCell, text)).toBe(value)
  })

  it('records whether the cell contained the check digit', () => {
    expect(parseCell(rbdWithDigitCell, '90002')).toEqual({ rut: '90002', dv: null })
    expect(parseCell(rbdWithDigitCell, '90002-8')).toEqual({ rut: '90002', dv: '8' })
  })
})
