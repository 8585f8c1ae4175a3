import { describe, expect, it } from 'vitest'
import { normalizePath } from '../../shared/router.tsx'
import { guard } from './guard.ts'

const showResult = { show: true }
const redirectResult = (redirectTo: string, wanted?: string) => ({
  show: false,
  redirectTo,
  state: wanted === undefined ? null : { wanted },
})

describe('signed out', () => {
  it.each(['/login', '/auth/recuperar_contraseña', '/auth/cambiar_contraseña'])('may see %s', (path) => {
    expect(guard(path, false, null)).toEqual(showResult)
  })

  it.each(['/app/agenda', '/nada', '/app/nada'])(
    'is redirected to the sign-in, and %s is kept as the wanted page',
    (path) => {
      expect(guard(path, false, null)).toEqual(redirectResult('/login', path))
    },
  )

  it('is redirected to the sign-in, and the query is kept with the path', () => {
    expect(guard('/app/agenda', false, null, '?evento=1')).toEqual(
      redirectResult('/login', '/app/agenda?evento=1'),
    )
  })

  it.each(['/', '/app', '//evil.example', '/\\evil.example', '/\t/evil.example', '/\n\r//evil.example'])(
    'is redirected to the sign-in from %s without a wanted page',
    (path) => {
      expect(guard(path, false, null)).toEqual(redirectResult('/login'))
    },
  )
})

describe('signed in', () => {
  it.each(['/login', '/auth/recuperar_contraseña', '/auth/cambiar_contraseña'])(
    'is redirected home from %s',
    (path) => {
      expect(guard(path, true, null)).toEqual(redirectResult('/app/inicio'))
    },
  )

  it.each(['/app/agenda', '/app/agenda?dia=2026-12-01&evento=1', '/nada'])(
    'is redirected to %s if it was the wanted page',
    (wanted) => {
      expect(guard('/login', true, { wanted })).toEqual(redirectResult(wanted))
    },
  )

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\t/evil.example',
    '/\\evil.example',
    '/login',
    '/login?evento=1',
    '/',
    '/?evento=1',
    '/app',
    7,
    null,
  ])('is never redirected to %s', (wanted) => {
    expect(guard('/login', true, { wanted })).toEqual(redirectResult('/app/inicio'))
  })

  it('is redirected from / and /app to the first page', () => {
    expect(guard('/', true, null)).toEqual(redirectResult('/login'))
    expect(guard('/app', true, null)).toEqual(redirectResult('/app/inicio'))
  })

  it.each(['/app/inicio', '/app/reportes', '/nada'])('stays at %s', (path) => {
    expect(guard(path, true, null)).toEqual(showResult)
  })
})

describe('a path', () => {
  it.each([
    ['/auth/recuperar_contraseña', 'typed'],
    ['/auth/recuperar_contrase%C3%B1a', 'percent-encoded'],
    ['/auth/recuperar_contrase%c3%b1a', 'in small letters'],
    ['/auth/recuperar_contrasen\u0303a', 'with the tilde apart'],
    ['/auth/recuperar_contrasen%CC%83a/', 'apart, encoded, with a slash'],
  ])('%s is the same route (%s)', (path) => {
    expect(normalizePath(path)).toBe('/auth/recuperar_contraseña')
  })

  it('loses its trailing slashes, except the root', () => {
    expect([normalizePath('/app/agenda/'), normalizePath('/app//'), normalizePath('/')]).toEqual([
      '/app/agenda',
      '/app',
      '/',
    ])
  })

  it('that cannot be decoded stays as it is', () => {
    expect(normalizePath('/%E0%A4%A')).toBe('/%E0%A4%A')
  })
})
