import { addressNames, queryOf } from '../../shared/addressHistory.ts'
import { fileUrl } from '../../shared/api/api.ts'
import { normalizePath } from '../../shared/router.tsx'
import { HOME } from './guard.ts'
import { isKnown } from './routes.tsx'

const SCHEME = 'cl.apoderados.app://'
const CHANGE_PASSWORD = '/auth/cambiar_contraseña'
const EMAIL_MAX = 254

/** The origin of the school's server, under which parents use the app in a browser. */
const serverOrigin = () => new URL(fileUrl('/'), location.origin).origin

/** An id, a day or a word: pages write no other values into their address. */
const VALUE = /^[\p{L}\d_-]{1,40}$/u

/** The part of a query that the page uses: the e-mail of a recovery, or the chosen tab and the opened detail. */
function keptQuery(path: string, query: string | undefined): string {
  const parameters = new URLSearchParams(query)
  if (path === CHANGE_PASSWORD) {
    const email = parameters.get('email')
    return email && email.length <= EMAIL_MAX ? `?email=${encodeURIComponent(email)}` : ''
  }
  const keptParams = new URLSearchParams()
  for (const name of path.startsWith('/app/') ? addressNames : []) {
    const value = parameters.get(name)
    if (value && VALUE.test(value)) keptParams.set(name, value)
  }
  return queryOf(keptParams)
}

/** The path and query of a known route. The path is compared as text, so that `..` and odd encodings match no route. */
function addressIn(text: string): { path: string; query: string } | undefined {
  const [, written = '', query] = /^\/?([^?#]*)(?:\?([^#]*))?/.exec(text) ?? []
  const path = normalizePath(`/${written}`)
  return isKnown(path) ? { path, query: keptQuery(path, query) } : undefined
}

/** The path of a link that another app has opened; undefined if the link is not of this app. */
export function pathOfLink(link: string): string | undefined {
  const lower = link.toLowerCase()
  const start = [SCHEME, `${serverOrigin()}/`].find((known) => lower.startsWith(known))
  const address = start === undefined ? undefined : addressIn(link.slice(start.length))
  return address && address.path + address.query
}

/** The page that a notification names, else Inicio. `data` is the notification's payload, which is untrusted. */
export function pathOfPush(data: unknown): string {
  const { path = undefined } = (data ?? {}) as { path?: unknown }
  const address = typeof path === 'string' && path.startsWith('/app/') ? addressIn(path) : undefined
  return address ? address.path + address.query : HOME
}
