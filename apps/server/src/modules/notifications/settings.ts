import { newsKinds } from '@apoderados/contract/news'
import { type NotificationSettingsRequest, QUIET_HOURS } from '@apoderados/contract/notifications'
import { isLiveSession } from '@apoderados/core/accounts/sessions'
import { preparedQuery, type Queryable } from '@apoderados/core/db/client/open'
import { isOfSame } from '@apoderados/core/db/schema/schoolKeys'
import { sessions } from '@apoderados/core/db/tables/accounts'
import { pushTokens } from '@apoderados/core/db/tables/messages'
import { mutedNews, notificationSettings } from '@apoderados/core/db/tables/news'
import { parents, studentParents } from '@apoderados/core/db/tables/people'
import { chooseDigest, digestInForce } from '@apoderados/core/mails/digestChoice'
import { and, eq, type SQLWrapper, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'

const quietTimeExpression = (column: SQLWrapper, standard: string) =>
  sql<string | null>`case when ${notificationSettings.parent_id} is null then ${standard}
    else to_char(${column}, 'HH24:MI') end`

/** Returns one row for each linked student, or one row with a null student if the parent has no linked students. */
export const findSettings = preparedQuery((db) => {
  const isMuted = and(eq(mutedNews.parent_id, parents.id), isOfSame(mutedNews, studentParents, 'student_id'))
  const muted = db.select({ kind: mutedNews.kind }).from(mutedNews).where(isMuted)
  const devices = db
    .select({ count: sql`count(*)::int` })
    .from(pushTokens)
    .innerJoin(sessions, eq(sessions.id, pushTokens.session_id))
    .where(and(eq(sessions.parent_id, parents.id), isLiveSession))
  const ofSession = db
    .select({ one: sql`1` })
    .from(pushTokens)
    .where(eq(pushTokens.session_id, sql.placeholder('session_id')))
  return db
    .select({
      student_id: studentParents.student_id,
      muted: sql<string[]>`array(${muted})`,
      quiet_from: quietTimeExpression(notificationSettings.quiet_from, QUIET_HOURS.quiet_from),
      quiet_until: quietTimeExpression(notificationSettings.quiet_until, QUIET_HOURS.quiet_until),
      show_detail: sql<boolean>`coalesce(${notificationSettings.show_detail}, false)`,
      digest: sql<string>`in_force.digest`,
      is_digest_chosen: sql<boolean>`in_force.is_chosen`,
      devices: sql<number>`(${devices})`,
      is_device_saved: sql<boolean>`exists (${ofSession})`,
    })
    .from(parents)
    .leftJoin(notificationSettings, eq(notificationSettings.parent_id, parents.id))
    .crossJoinLateral(digestInForce)
    .leftJoin(
      studentParents,
      and(eq(studentParents.parent_id, parents.id), eq(studentParents.has_access, true)),
    )
    .where(eq(parents.id, sql.placeholder('parent_id')))
    .orderBy(studentParents.student_id)
    .prepare('notification_settings')
})

export const switchesByKind = (muted: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(newsKinds.map((kind) => [kind, !muted.includes(kind)]))

type SettingsToSave = z.infer<typeof NotificationSettingsRequest> & { parent_id: number }

const openLinksOf = (parent_id: number) =>
  sql`${studentParents} link where link.parent_id = ${parent_id} and link.has_access`

/** Saves all, or saves nothing and returns false without an open link to each student. Call it in a transaction. */
export async function saveSettings(transaction: Queryable, settings: SettingsToSave): Promise<boolean> {
  const { parent_id, students, quiet_from, quiet_until, show_detail, digest } = settings
  const ids = [...new Set(students.map(({ student_id }) => student_id))]
  const { rows } = await transaction.execute(sql`
    select link.student_id from ${openLinksOf(parent_id)} and link.student_id = any(${sql.param(ids)}::bigint[])`)
  if (rows.length < ids.length) return false
  const chosen = { quiet_from, quiet_until, show_detail }
  await transaction
    .insert(notificationSettings)
    .values({ parent_id, ...chosen })
    .onConflictDoUpdate({ target: notificationSettings.parent_id, set: chosen })
  if (digest) await chooseDigest(transaction, parent_id, digest)
  const switchList = students.flatMap(({ student_id, kinds }) =>
    Object.entries(kinds).map(([kind, is_on]) => ({ student_id, kind, is_on })),
  )
  const switches = sql`jsonb_to_recordset(${JSON.stringify(switchList)}::jsonb)
    as switch (student_id bigint, kind text, is_on boolean)`
  await transaction.execute(sql`
    delete from ${mutedNews} using ${switches} where ${mutedNews.parent_id} = ${parent_id}
      and ${mutedNews.student_id} = switch.student_id and ${mutedNews.kind} = switch.kind and switch.is_on`)
  await transaction.execute(sql`
    insert into ${mutedNews} (parent_id, establishment_id, student_id, kind)
    select link.parent_id, link.establishment_id, link.student_id, switch.kind
    from ${switches}, ${openLinksOf(parent_id)} and link.student_id = switch.student_id and not switch.is_on
    on conflict do nothing`)
  return true
}
