import { expect, it } from 'vitest'
import { pathOfLink, pathOfPush } from './deepLink.ts'

it.each([
  ['cl.apoderados.app://app/agenda', '/app/agenda'],
  ['cl.apoderados.app:///app/agenda/', '/app/agenda'],
  ['CL.Apoderados.App://login', '/login'],
  ['http://localhost:3000/app/companeros?x=1#y', '/app/companeros'],
  ['cl.apoderados.app://app/agenda?evento=12&dia=2026-12-01', '/app/agenda?dia=2026-12-01&evento=12'],
  [
    'http://localhost:3000/app/calificaciones?periodo=final&x=1&asignatura=7#y',
    '/app/calificaciones?periodo=final&asignatura=7',
  ],
  ['http://localhost:3000/app/horario?dia=mi%C3%A9rcoles', '/app/horario?dia=mi%C3%A9rcoles'],
  ['http://localhost:3000/app/companeros?companero=3', '/app/companeros?companero=3'],
  ['http://localhost:3000/app/agenda?evento=%3Cb%3E&dia=', '/app/agenda'],
  [`http://localhost:3000/app/agenda?evento=${'1'.repeat(41)}`, '/app/agenda'],
  ['http://localhost:3000/login?evento=1', '/login'],
  ['http://localhost:3000/auth/cambiar_contrase%C3%B1a', '/auth/cambiar_contraseña'],
  [
    'cl.apoderados.app://auth/cambiar_contraseña?email=a%2Bb%40example.com&token=1',
    '/auth/cambiar_contraseña?email=a%2Bb%40example.com',
  ],
  ['cl.apoderados.app://app/inicio?email=a@example.com', '/app/inicio'],
  [`cl.apoderados.app://auth/cambiar_contraseña?email=${'a'.repeat(300)}`, '/auth/cambiar_contraseña'],
])('%s leads to %s', (link, path) => {
  expect(pathOfLink(link)).toBe(path)
})

it.each([
  'https://evil.example/app/agenda',
  'http://localhost:3000.evil.example/app/agenda',
  'http://localhost:3000@evil.example/app/agenda',
  'javascript:location="/app/agenda"',
  'data:text/html,/app/agenda',
  'cl.apoderados.app://app/../app/agenda',
  'cl.apoderados.app://app/%2e%2e/app/agenda',
  'cl.apoderados.app://app%2Fagenda',
  'cl.apoderados.app://app/agenda%00',
  'cl.apoderados.app://app\\agenda',
  'cl.apoderados.app:////evil.example/app/agenda',
  'cl.apoderados.app://evil.example/app/agenda',
  'cl.apoderados.app://app/constructor',
  'cl.apoderados.app://__proto__',
  'cl.apoderados.app.evil://app/agenda',
  '/app/agenda',
  '',
])('%s leads nowhere', (link) => {
  expect(pathOfLink(link)).toBeUndefined()
})

it.each([
  [{ path: '/app/calificaciones' }, '/app/calificaciones'],
  [{ path: '/login' }, '/app/inicio'],
  [{ path: '/app/nada' }, '/app/inicio'],
  [{ path: '/app/agenda?x=1' }, '/app/agenda'],
  [{ path: '/app/agenda?dia=2026-12-01&evento=12' }, '/app/agenda?dia=2026-12-01&evento=12'],
  [{ path: '/app/agenda?alumno=17&evento=12' }, '/app/agenda?alumno=17&evento=12'],
  [{ path: '/login?evento=12' }, '/app/inicio'],
  [{ path: 'https://evil.example/app/agenda' }, '/app/inicio'],
  [{ path: 7 }, '/app/inicio'],
  ['/app/agenda', '/app/inicio'],
  [null, '/app/inicio'],
  [undefined, '/app/inicio'],
])('a notification with %j opens %s', (data, path) => {
  expect(pathOfPush(data)).toBe(path)
})
