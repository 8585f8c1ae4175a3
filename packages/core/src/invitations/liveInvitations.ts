import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { deleteBatch, prepareDeleteOfParent } from '../db/client/deleteBatch.ts'
import { preparedQuery, type Queryable } from '../db/client/open.ts'
import { invitations } from '../db/tables/accounts.ts'
import { parents, studentParents } from '../db/tables/people.ts'
import { establishments } from '../db/tables/schools.ts'

/** Whether an invitation belongs to the row of `parents`, has not expired, and the account has no password. */
export const isLiveInvitation = and(
  eq(invitations.parent_id, parents.id),
  isNull(parents.password_hash),
  gt(invitations.expires_at, sql`now()`),
)

const findLiveInvitation = preparedQuery((db) =>
  db
    .select({ parent_id: parents.id, expires_at: invitations.expires_at })
    .from(parents)
    .innerJoin(invitations, isLiveInvitation)
    .where(
      and(sql`${invitations.code} = any(${sql.placeholder('hashes')}::text[])`, eq(parents.is_active, true)),
    )
    .prepare('invitation'),
)

const findSchools = preparedQuery((db) =>
  db
    .select({ name: establishments.name })
    .from(studentParents)
    .innerJoin(establishments, eq(establishments.id, studentParents.establishment_id))
    .where(
      and(eq(studentParents.parent_id, sql.placeholder('parent_id')), eq(studentParents.has_access, true)),
    )
    .groupBy(establishments.name)
    .orderBy(establishments.name)
    .prepare('invitation_schools'),
)

/** Returns the live invitation with one of these hashes, and the schools where its parent may see a student. */
export async function findInvitation(
  db: Queryable,
  hashes: string[],
): Promise<{ expires_at: Date; schools: string[] } | undefined> {
  const [found] = await findLiveInvitation(db).execute({ hashes })
  if (!found) return undefined
  const schools = await findSchools(db).execute(found)
  return { expires_at: found.expires_at, schools: schools.map(({ name }) => name) }
}

/** Deletes the parent's invitation. */
export const forgetInvitationOf = prepareDeleteOfParent(invitations, 'remove_invitation_of')

/** How long an expired invitation is kept, so that the school sees whose password expired. */
const EXPIRED_DAYS = 60

/** Deletes a batch of the invitations that expired long ago. */
export const forgetExpiredInvitations = (db: Queryable) =>
  deleteBatch(
    db,
    invitations,
    lt(invitations.expires_at, sql`now() - make_interval(days => ${EXPIRED_DAYS}::int)`),
  )
