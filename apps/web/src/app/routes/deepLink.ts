import { fileUrl } from '../../shared/api/api.ts'
import { normalizePath } from '../../shared/router.tsx'
import { queryOf, searchParamNames } from '../../shared/searchParams.ts'
import { HOME } from './guard.ts'
import { isKnownPath } from './routes.tsx'

const SCHEME = 'cl.apoderados.app://'
const CHANGE_PASSWORD_PATH = '/auth/cambiar_contraseña'
const EMAIL_LENGTH_MAX = 254

/** Returns the origin of the school's server, under which parents use the app in a browser. */
const serverOrigin = () => new URL(fileUrl('/'), location.origin).origin

/** Matches an id, a day or a word: pages write no other values into their address. */
const PARAMETER_VALUE = /^[\p{L}\d_-]{1,40}$/u

/** Returns the part of a query that the page uses: the e-mail of a recovery, or the student, the tab and the detail. */
function keptQuery(path: string, query: string | undefined): string {
  const parameters = new URLSearchParams(query)
  if (path === CHANGE_PASSWORD_PATH) {
    const email = parameters.get('email')
    return email && email.length <= EMAIL_LENGTH_MAX ? `?email=${encodeURIComponent(email)}` : ''
  }
  const keptParams = new URLSearchParams()
  for (const name of path.startsWith('/app/') ? searchParamNames : []) {
    const value = parameters.get(name)
    if (value && PARAMETER_VALUE.test(value)) keptParams.set(name, value)
  }
  return queryOf(keptParams)
}

/** Returns a known route's path and query, else undefined. It compares text: `..` and unusual encodings never match. */
function addressIn(text: string): string | undefined {
  const [, written = '', query] = /^\/?([^?#]*)(?:\?([^#]*))?/.exec(text) ?? []
  const path = normalizePath(`/${written}`)
  return isKnownPath(path) ? path + keptQuery(path, query) : undefined
}

/** Returns the path and query of a link that another app has opened; undefined if the link is not of this app. */
export function pathOfLink(link: string): string | undefined {
  const lower = link.toLowerCase()
  const start = [SCHEME, `${serverOrigin()}/`].find((known) => lower.startsWith(known))
  return start === undefined ? undefined : addressIn(link.slice(start.length))
}

/** Returns the path and query in a notification's untrusted payload, or Inicio's path if it names no known page. */
export function pathOfPush(data: unknown): string {
  const { path = undefined } = (data ?? {}) as { path?: unknown }
  const address = typeof path === 'string' && path.startsWith('/app/') ? addressIn(path) : undefined
  return address ?? HOME
}
