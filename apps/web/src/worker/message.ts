/** The content of the notification that a push message shows. */
export type Message = {
  title: string
  body: string
  /** One notification is shown per tag. */
  tag: string
  /** The ids of the first and last reported change, '31-35', or another text. A repeated push has the same batch. */
  batch: string
  /** The page that a tap opens, with its query. */
  path: string
}

const HOME = '/app/inicio'

/** The page of this app that a payload names. Any other address becomes that of Inicio. */
function pathOf(address: unknown): string {
  // A path after an origin is always a valid address.
  if (typeof address !== 'string' || !address.startsWith('/app/')) return HOME
  const { pathname, search } = new URL(location.origin + address)
  return pathname.startsWith('/app/') ? pathname + search : HOME
}

const textOf = (value: unknown, otherwise: string) => (typeof value === 'string' && value) || otherwise

function parse(payload: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(payload ?? '') ?? {}
  } catch {
    return {}
  }
}

/** Reads a push. A browser requires a notification for each push, so a general text replaces a missing text. */
export function readMessage(payload: string | undefined): Message {
  const { title, body, tag, batch, url } = parse(payload)
  return {
    title: textOf(title, 'Apoderados'),
    body: textOf(body, 'Hay novedades del colegio.'),
    tag: textOf(tag, 'news'),
    batch: textOf(batch, ''),
    path: pathOf(url),
  }
}

/** The id of the last change of a batch. */
const lastOf = (batch: string) => Number(/^\d+-(\d+)$/.exec(batch)?.[1])

/** Whether a push has news that the shown notification of its tag lacks. */
export function isNewer(batch: string, shown: string): boolean {
  if (batch === shown) return false
  return !(lastOf(batch) <= lastOf(shown)) // true also if one of the batches has no ids
}
