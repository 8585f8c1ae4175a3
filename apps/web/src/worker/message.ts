/** The content of the notification that a push message shows. */
export type Message = {
  title: string
  body: string
  /** A notification replaces the shown one with the same tag. */
  tag: string
  /** The ids of the first and last reported change, '31-35', or another text. A repeated push has the same batch. */
  batch: string
  /** The page that a tap opens, with its query. */
  path: string
}

const HOME = '/app/inicio'

/** Returns the path and query of a page of this app; for any other address those of Inicio. */
function pathOf(address: unknown): string {
  if (typeof address !== 'string' || !address.startsWith('/app/')) return HOME
  // A path after an origin is always a valid address, so that the constructor does not throw.
  const { pathname, search } = new URL(location.origin + address)
  return pathname.startsWith('/app/') ? pathname + search : HOME
}

/** Returns `value` if it is a text that is not empty, else `otherwise`. */
const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' && value) || otherwise

function parsePayload(payload: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(payload ?? '') ?? {}
  } catch {
    return {}
  }
}

/** Reads a push's payload. Each push must show a notification, so a general text replaces a missing one. */
export function readMessage(payload: string | undefined): Message {
  const { title, body, tag, batch, url } = parsePayload(payload)
  return {
    title: textOr(title, 'Apoderados'),
    body: textOr(body, 'Hay novedades del colegio.'),
    tag: textOr(tag, 'news'),
    batch: textOr(batch, ''),
    path: pathOf(url),
  }
}

/** Returns the id of the last change of a batch; NaN if the batch has no ids. */
const lastIdOf = (batch: string) => Number(/^\d+-(\d+)$/.exec(batch)?.[1])

/** Whether a push with the batch `batch` has news that the shown notification, with the batch `shown`, lacks. */
export function isNewer(batch: string, shown: string): boolean {
  if (batch === shown) return false
  return !(lastIdOf(batch) <= lastIdOf(shown)) // true also if one of the batches has no ids
}
