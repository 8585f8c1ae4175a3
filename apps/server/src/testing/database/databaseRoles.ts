import { grantLeastRights, restrictedRoles } from '@apoderados/database/client/leastRights'
import { memoize } from '@apoderados/database/client/memoize'
import type { Database } from '@apoderados/database/client/open'

const PASSWORD = 'solo-lo-suyo'

/** The accounts of deploy/roles.sql, with what deploy/least-rights.sql grants them in this database. */
export const makeRoles = memoize(async (db: Database): Promise<void> => {
  // A role belongs to the whole cluster, which other test files share.
  for (const name of Object.values(restrictedRoles))
    await db.$client.query(`do $$ begin create role ${name} login password '${PASSWORD}';
      exception when duplicate_object or unique_violation then null; end $$`)
  await grantLeastRights(db)
})

export const urlAs = (url: string, username: string): string =>
  Object.assign(new URL(url), { username, password: PASSWORD }).href

/** Where the operator's commands reach the database of `server`. */
export async function operatorUrl({ db, url }: { db: Database; url: string }): Promise<string> {
  await makeRoles(db)
  return urlAs(url, restrictedRoles.operator)
}
