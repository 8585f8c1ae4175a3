import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Email } from './email.ts'

describe('an e-mail', () => {
  it.each([
    '  Paola.Huenchul@Example.COM ',
    'paola.huenchul@example.com\u200b',
    '\u202apaola.huenchul@example.com\u202c',
    '\ufeffpaola.hue\u00adnchul@example.com',
    '\u00a0paola.huenchul@example.com\u00a0',
    'mailto:paola.huenchul@example.com',
    'paola.huenchul@example.com;',
    'paola.huenchul@example.com, ',
    '<paola.huenchul@example.com>',
    'Paola Huenchul <paola.huenchul@example.com>',
    "'paola.huenchul@example.com",
    '"paola.huenchul@example.com"',
    '“paola.huenchul@example.com”;',
  ])('%j is read as the address in it', (text) => {
    expect(Email.parse(text)).toBe('paola.huenchul@example.com')
  })

  it.each([
    "o'higgins@example.com",
    'ana+colegio@example.com',
    'ana_maria-1@mail.example.com',
    '-ana@example.com',
    'ana@colegio-ñuñoa.cl',
    'ana@xn--colegio-uoa.cl',
    'ana@3com.cl',
    'muñoz@example.com',
  ])('%j is accepted', (text) => {
    expect(Email.parse(text)).toBe(text)
  })

  it.each<[string | undefined, string]>([
    ['', 'El correo electrónico es requerido'],
    ['   ', 'El correo electrónico es requerido'],
    ['\u200b', 'El correo electrónico es requerido'],
    [undefined, 'El correo electrónico es requerido'],
    ...[
      ...['paola', 'paola@colegio', 'pa ola@example.com', 'paola@example..com', 'a@b@example.com'],
      ...['.ana@example.com', 'ana.@example.com', 'ana..maria@example.com', 'ana@-example.com'],
      ...['ana@example-.com', 'ana@mi_colegio.cl', 'ana@example.c', 'ana@example.123', 'ana@.example.com'],
      ...['"ana maria"@example.com', 'an"a@example.com', 'ana?bcc=x@y.cl&subject=z', 'ana&b@example.com'],
      ...['ana@example.com,juan@example.com', 'ana@example.com juan@example.com', 'ana@[127.0.0.1]'],
      `${'a'.repeat(65)}@example.com`,
      `ana@${'a'.repeat(250)}.cl`,
    ].map((text): [string, string] => [text, 'Ingresa un correo electrónico válido']),
  ])('%j is rejected: %s', (text, message) => {
    expect(z.safeParse(Email, text).error?.issues[0]?.message).toBe(message)
  })
})
