import { fileUrl } from '../../shared/api/api.ts'
import { normalizePath } from '../../shared/router.tsx'
import { HOME } from './guard.ts'
import { isKnown } from './routes.tsx'

const SCHEME = 'cl.apoderados.app://'
const CHANGE_PASSWORD = '/auth/cambiar_contraseña'
const EMAIL_MAX = 254

/** The school's server, under which parents know the app. */
const serverOrigin = () => new URL(fileUrl('/'), location.origin).origin

/**
 * Where an address leads that another app or a notification opens: one of our routes, by its text, so that `..` and
 * what is encoded to mislead name none. Of a query only the e-mail of the password's change is kept.
 */
export function pathOfLink(link: string): string | undefined {
  const lower = link.toLowerCase()
  const start = [SCHEME, `${serverOrigin()}/`].find((known) => lower.startsWith(known))
  if (start === undefined) return undefined
  const [, written = '', query] = /^\/?([^?#]*)(?:\?([^#]*))?/.exec(link.slice(start.length)) ?? []
  const path = normalizePath(`/${written}`)
  if (!isKnown(path)) return undefined
  const email = path === CHANGE_PASSWORD ? new URLSearchParams(query).get('email') : null
  return email && email.length <= EMAIL_MAX ? `${path}?email=${encodeURIComponent(email)}` : path
}

/** The page that a notification names, else Inicio. Nothing that came with it is believed. */
export function pathOfPush(data: unknown): string {
  const { path = undefined } = (data ?? {}) as { path?: unknown }
  return typeof path === 'string' && path.startsWith('/app/') && isKnown(path) ? path : HOME
}
