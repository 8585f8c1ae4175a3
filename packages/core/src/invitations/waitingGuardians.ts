import { and, eq, exists, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { invitations } from '../db/tables/accounts.ts'
import { parents, studentParents } from '../db/tables/people.ts'
import type { Keys } from '../secrets/keys.ts'
import { isRevealable } from '../secrets/oneTimeCodes.ts'

/** Returns the condition that an account is active and has access to a student, of the given school if any. */
export function isGuardian(db: Queryable, establishment_id: number | undefined): SQL | undefined {
  const link = db
    .select({ one: sql`1` })
    .from(studentParents)
    .where(
      and(
        eq(studentParents.parent_id, parents.id),
        eq(studentParents.has_access, true),
        establishment_id === undefined ? undefined : eq(studentParents.establishment_id, establishment_id),
      ),
    )
  return and(eq(parents.is_active, true), exists(link))
}

/** The condition that joins an account with its invitation, if that has not expired. */
export const isUnexpiredInvitation = and(
  eq(invitations.parent_id, parents.id),
  gt(invitations.expires_at, sql`now()`),
)

type Waiting = { id: number; is_invited: boolean }

/**
 * Returns the guardians without their own password, of a school or of all, and whether each has a valid invitation, made
 * with a key of `keys`. With `among`, only those of these ids.
 */
export async function readWaitingGuardians(
  db: Queryable,
  keys: Keys,
  establishment_id: number | undefined,
  among?: number[],
): Promise<Waiting[]> {
  const rows = await db
    .select({ id: parents.id, seed: invitations.seed })
    .from(parents)
    .leftJoin(invitations, isUnexpiredInvitation)
    .where(
      and(
        isGuardian(db, establishment_id),
        isNull(parents.password_hash),
        among && inArray(parents.id, among),
      ),
    )
  return rows.map(({ id, seed }) => ({ id, is_invited: seed !== null && isRevealable(keys, seed) }))
}
