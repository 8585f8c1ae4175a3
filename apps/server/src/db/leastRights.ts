import { readFile } from 'node:fs/promises'
import type { Database } from './open.ts'

const FILE = new URL('../../../../deploy/least-rights.sql', import.meta.url)

/** The accounts of deploy/roles.sql that serve and that run commands; a third one owns the tables. */
export const restrictedRoles = { server: 'apoderados_server', operator: 'apoderados_operator' } as const

const readFileOfGrants = () => readFile(FILE, 'utf8')

/**
 * Gives both accounts what deploy/least-rights.sql grants, and takes away everything else. As the owner of the tables.
 * Returns the accounts that do not exist, in which case nothing was done.
 */
export async function grantLeastRights({ $client: pool }: Pick<Database, '$client'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from unnest($1::text[]) as name where not exists (select from pg_roles where rolname = name)`,
    [Object.values(restrictedRoles)],
  )
  if (rows.length > 0) return rows.map(({ name }) => name)
  await pool.query(await readFileOfGrants())
  return []
}
