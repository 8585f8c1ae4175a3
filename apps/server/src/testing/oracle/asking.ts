import { api, type CallName } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { enrollments } from '@apoderados/database/schema/schema'
import { eq } from 'drizzle-orm'
import { heldSessions, type Target } from '../accounts/heldSessions.ts'
import { type Fields, takesSignedLink } from './oracle.ts'

export type ReceivedResponse = { status: number; body: string; headers: string }
export type Ask = (parent_id: number, name: CallName, fields: Fields) => Promise<ReceivedResponse>

/**
 * Creates a function that sends a read as a parent, with that parent's session. A photo is requested with a valid
 * signature, whether or not the parent may see it.
 */
export function askerOf({ app, db, services }: Target): Ask {
  const sessions = heldSessions({ db, services })
  /** Signs a link with the photo's true school, also for a parent without access: the school's id must not be enough. */
  async function photoLink(id: string, session_id: string): Promise<string> {
    const [row] = await db
      .select({ school: enrollments.establishment_id })
      .from(enrollments)
      .where(eq(enrollments.photo_id, id))
    return services.links.photo(id, session_id, row?.school) as string
  }
  return async (parent_id, name, fields) => {
    const session = await sessions.of(parent_id)
    const { path } = api[name]
    const query = new URLSearchParams(Object.entries(fields).filter(([key]) => !path.includes(`:${key}`)))
    const url = takesSignedLink(name)
      ? await photoLink(fields.id ?? '', session.session_id)
      : `${BASE_PATH}${path.replace(':id', fields.id ?? '')}?${query}`
    const answer = await app.inject({
      url,
      ...(!takesSignedLink(name) && { headers: { authorization: `Bearer ${session.jwt}` } }),
    })
    const { 'x-request-id': _, date: __, ...headers } = answer.headers
    return {
      status: answer.statusCode,
      body: answer.rawPayload.toString('utf8'),
      headers: JSON.stringify(headers),
    }
  }
}
