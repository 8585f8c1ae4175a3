import type { DeviceBrowser, DevicePlatform } from '@apoderados/contract/devices'
import { and, desc, eq, sql } from 'drizzle-orm'
import { preparedQuery, type Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { sessions } from '../db/tables/accounts.ts'
import { mails } from '../db/tables/messages.ts'
import { parents } from '../db/tables/people.ts'
import { isLiveSession, prepareEndSessions } from './sessions.ts'

/** What a browser said of its device at the sign-in. */
export type Device = { platform: DevicePlatform | null; browser: DeviceBrowser | null }

const findOpenSessions = preparedQuery((db) =>
  db
    .select({
      ...pick(sessions, 'id', 'client', 'platform', 'browser', 'created_at', 'last_seen_at'),
    })
    .from(sessions)
    .innerJoin(parents, eq(parents.id, sessions.parent_id))
    .where(and(eq(sessions.parent_id, sql.placeholder('parent_id')), isLiveSession))
    .orderBy(desc(sessions.last_seen_at), sessions.id)
    .prepare('open_sessions'),
)

/** The live sessions of a parent, the last used first. */
export const readOpenSessions = (db: Queryable, parent_id: number) =>
  findOpenSessions(db).execute({ parent_id })

/**
 * Ends the session `closed` of the parent or, if it is null, all sessions but `session_id`, which never ends. Returns
 * those that it has ended.
 */
export const closeOtherSessions = prepareEndSessions<{
  parent_id: number
  session_id: string
  closed: string | null
}>(
  'close_sessions',
  sql`${sessions.parent_id} = ${sql.placeholder('parent_id')}
    and ${sessions.id} <> ${sql.placeholder('session_id')}::text
    and ${sessions.id} = coalesce(${sql.placeholder('closed')}::text, ${sessions.id})`,
)

/** The device of the sign-in that a mail is about: both rows have the time of one transaction. */
export const findMailedSignIn = preparedQuery((db) =>
  db
    .select(pick(sessions, 'client', 'platform', 'browser'))
    .from(mails)
    .innerJoin(
      sessions,
      and(eq(sessions.parent_id, mails.parent_id), eq(sessions.created_at, mails.queued_at)),
    )
    .where(eq(mails.id, sql.placeholder('mail_id')))
    .limit(1)
    .prepare('mailed_sign_in'),
)
