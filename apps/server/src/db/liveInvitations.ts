import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Queryable } from './open.ts'
import { establishments, invitations, parents, studentParents } from './schema.ts'
import { removeSome } from './someRows.ts'

/** Joins to `parents` what opens an account that has no password of its own. */
export const isLiveInvitation = and(
  eq(invitations.parent_id, parents.id),
  isNull(parents.password_hash),
  gt(invitations.expires_at, sql`now()`),
)

/** The live one that is kept under one of these, with the schools where the parent may see a student. */
export async function findInvitation(
  db: Queryable,
  hashes: string[],
): Promise<{ expires_at: Date; schools: string[] } | undefined> {
  const [found] = await db
    .select({ parent_id: parents.id, expires_at: invitations.expires_at })
    .from(parents)
    .innerJoin(invitations, isLiveInvitation)
    .where(and(inArray(invitations.code, hashes), eq(parents.is_active, true)))
  if (!found) return undefined
  const schools = await db
    .select({ name: establishments.name })
    .from(studentParents)
    .innerJoin(establishments, eq(establishments.id, studentParents.establishment_id))
    .where(and(eq(studentParents.parent_id, found.parent_id), eq(studentParents.has_access, true)))
    .groupBy(establishments.name)
    .orderBy(establishments.name)
  return { expires_at: found.expires_at, schools: schools.map(({ name }) => name) }
}

export const forgetInvitationOf = (transaction: Queryable, parent_id: number) =>
  transaction.delete(invitations).where(eq(invitations.parent_id, parent_id))

export const forgetExpiredInvitations = (db: Queryable) =>
  removeSome(db, invitations, lt(invitations.expires_at, sql`now()`))
