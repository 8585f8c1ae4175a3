import { describe, expect, it } from 'vitest'
import { parseCell } from '../../testing/readSheets.ts'
import { emailCell, phoneCell, timeZoneCell } from './contactCell.ts'

const NO_PHONE_MESSAGE = 'no es un teléfono (un teléfono como +56 9 8765 4321)'
const SHORT_PHONE_MESSAGE =
  'le falta una cifra: hoy los números tienen nueve (un 9 antes de un celular, un 2 antes de un fijo de Santiago)'

it.each([
  ['+56 9 8765 4321', '+56987654321'],
  ['+56987654321', '+56987654321'],
  ['56 9 8765 4321', '+56987654321'],
  ['987654321', '+56987654321'],
  ['987654321.0', '+56987654321'],
  ['9 8765-4321', '+56987654321'],
  ['(09) 8765 4321', '+56987654321'],
  ['(2) 2345 6789', '+56223456789'],
  ['0056 2 2345 6789', '+56223456789'],
  ['+54 9 11 2345-6789', '+5491123456789'],
  ['87654321', SHORT_PHONE_MESSAGE],
  ['+56 8765 4321', SHORT_PHONE_MESSAGE],
  ['987654321 / 912345678', 'hay más de un teléfono (uno solo)'],
  ['12345', NO_PHONE_MESSAGE],
  ['123456789', NO_PHONE_MESSAGE],
  ['no tiene', NO_PHONE_MESSAGE],
  ['+1', NO_PHONE_MESSAGE],
])('reads a phone number from %s', (text, value) => {
  expect(parseCell(phoneCell, text)).toBe(value)
})

it.each([
  [' Paola.Huenchul@Example.COM ', 'paola.huenchul@example.com'],
  ['paola@example', 'no es un correo electrónico (un correo como nombre@ejemplo.cl)'],
  ['paola @example.com', 'no es un correo electrónico (un correo como nombre@ejemplo.cl)'],
  ['a@b.cl; c@d.cl', 'no es un correo electrónico (un correo como nombre@ejemplo.cl)'],
])('reads an e-mail from %s', (text, value) => {
  expect(parseCell(emailCell, text)).toBe(value)
})

describe('a time zone', () => {
  it.each(['America/Santiago', 'America/Punta_Arenas', 'Pacific/Easter'])('accepts %s', (zone) => {
    expect(parseCell(timeZoneCell, zone)).toBe(zone)
  })

  it.each(['Santiago', '-03:00', 'UTC', 'America/Valparaiso', 'GMT-3'])('rejects %s', (text) => {
    expect(parseCell(timeZoneCell, text)).toBe(
      'no es una zona horaria (America/Santiago, America/Punta_Arenas, America/Coyhaique o Pacific/Easter)',
    )
  })
})
