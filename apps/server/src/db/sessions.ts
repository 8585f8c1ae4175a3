import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { limits } from '../config.ts'
import { parents, sessions } from './schema.ts'

const idleLimit = sql`case ${sessions.client}
  when 'native' then make_interval(hours => ${sql.raw(String(limits.sessionIdleHoursNative))})
  else make_interval(hours => ${sql.raw(String(limits.sessionIdleHoursWeb))}) end`

/** A session that still speaks for its parent (R11, R12): needs `sessions` joined to `parents`. */
export const isLiveSession = and(
  eq(parents.id, sessions.parent_id),
  eq(parents.is_active, true),
  isNull(sessions.revoked_at),
  gt(sessions.expires_at, sql`now()`),
  sql`${sessions.last_seen_at} > now() - ${idleLimit}`,
)
