import { grantLeastRights, restrictedRoles } from '@apoderados/core/db/client/leastRights'
import { memoize } from '@apoderados/core/db/client/memoize'
import type { Database } from '@apoderados/core/db/client/open'

const ROLE_PASSWORD = 'solo-lo-suyo'

/** Creates the database accounts of deploy/roles.sql, with the grants of deploy/least-rights.sql. */
export const makeRoles = memoize(async (db: Database): Promise<void> => {
  // The cluster shares its roles between the databases of all test files, so a role may exist already.
  for (const name of Object.values(restrictedRoles))
    await db.$client.query(`do $$ begin create role ${name} login password '${ROLE_PASSWORD}';
      exception when duplicate_object or unique_violation then null; end $$`)
  await grantLeastRights(db)
})

/** Returns the URL with which the database account `username` connects. */
export const urlAs = (url: string, username: string): string =>
  Object.assign(new URL(url), { username, password: ROLE_PASSWORD }).href

/** Creates the database accounts and returns the URL with which the operator's commands connect. */
export async function operatorUrl({ db, url }: { db: Database; url: string }): Promise<string> {
  await makeRoles(db)
  return urlAs(url, restrictedRoles.operator)
}
