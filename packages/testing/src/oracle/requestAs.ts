import { randomInt } from 'node:crypto'
import { api, type CallName } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { calendarFeeds } from '@apoderados/core/db/tables/accounts'
import { enrollments, students } from '@apoderados/core/db/tables/people'
import { hashOfSecret, makeSecret } from '@apoderados/server/modules/calendarFeed/calendarFile'
import { eq } from 'drizzle-orm'
import { heldSessions, type ServerUnderTest } from '../accounts/heldSessions.ts'
import type { RequestFields } from './expectedResponse.ts'
import { isAuthorizedByUrl } from './oracle.ts'

export type ReceivedResponse = { status: number; body: string; headers: string }
/** Sends a read as a parent and returns the server's response. */
export type RequestAs = (
  parent_id: number,
  name: CallName,
  fields: RequestFields,
) => Promise<ReceivedResponse>

const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/**
 * Creates a function that sends a read as a parent, with that parent's session. A photo is requested with a valid
 * signature and a calendar with a valid secret, whether or not the parent may see it.
 */
export function requesterOf({ app, db, services }: ServerUnderTest): RequestAs {
  const sessions = heldSessions({ db, services })
  /**
   * Signs a link with the true school of the photo, also for a parent without access: knowing the school's id must not
   * be enough to see the photo.
   */
  async function photoLink(id: string, session_id: string): Promise<string> {
    const [row] = await db
      .select({ school: enrollments.establishment_id })
      .from(enrollments)
      .where(eq(enrollments.photo_id, id))
    return services.links.photo(id, session_id, row?.school) as string
  }
  /** Stores a new secret for each read, because the reads of one secret are limited. */
  async function calendarLink(parent_id: number, student_id: number): Promise<string> {
    const secret = makeSecret()
    const [student] = await db.select().from(students).where(eq(students.id, student_id))
    const saved = { secret_hash: hashOfSecret(secret) }
    if (student) {
      const { establishment_id } = student
      await db
        .insert(calendarFeeds)
        .values({ parent_id, establishment_id, student_id, ...saved })
        .onConflictDoUpdate({
          target: [calendarFeeds.parent_id, calendarFeeds.establishment_id, calendarFeeds.student_id],
          set: saved,
        })
    }
    return BASE_PATH + api.getCalendarFile.path.replace(':secret', secret)
  }
  const linkOf = (
    parent_id: number,
    name: CallName,
    { id = '', secret }: RequestFields,
    session_id: string,
  ) => (name === 'getCalendarFile' ? calendarLink(parent_id, Number(secret)) : photoLink(id, session_id))
  return async (parent_id, name, fields) => {
    const session = await sessions.of(parent_id)
    const { path } = api[name]
    const query = new URLSearchParams(Object.entries(fields).filter(([key]) => !path.includes(`:${key}`)))
    const url = isAuthorizedByUrl(name)
      ? await linkOf(parent_id, name, fields, session.session_id)
      : `${BASE_PATH}${path.replace(/:(\w+)/g, (_, field) => fields[field] ?? '')}?${query}`
    const response = await app.inject({
      url,
      remoteAddress: randomAddress(), // because the reads of one address are limited
      ...(!isAuthorizedByUrl(name) && { headers: { authorization: `Bearer ${session.jwt}` } }),
    })
    const { 'x-request-id': _, date: __, ...headers } = response.headers
    return {
      status: response.statusCode,
      body: response.rawPayload.toString('utf8').replaceAll('\r\n ', ''), // unfolds the lines of a calendar
      headers: JSON.stringify(headers),
    }
  }
}
