import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { locks } from './locks.ts'
import type { Database } from './open.ts'

const GRANTS_FILE = new URL('../../../../../deploy/least-rights.sql', import.meta.url)

/** The database accounts (deploy/roles.sql) of the server and the operator's commands. A third one owns the tables. */
export const restrictedRoles = { server: 'apoderados_server', operator: 'apoderados_operator' } as const

/**
 * Gives both accounts exactly the rights of deploy/least-rights.sql, in one transaction. The connection must
 * belong to the owner of the tables. Returns the accounts that do not exist; if there are any, nothing is
 * changed.
 */
export async function grantLeastRights({ $client: pool }: Pick<Database, '$client'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from unnest($1::text[]) as name where not exists (select from pg_roles where rolname = name)`,
    [Object.values(restrictedRoles)],
  )
  if (rows.length > 0) return rows.map(({ name }) => name)
  // Two commands may run at once, and PostgreSQL refuses concurrent grants on a table.
  await pool.query(`select pg_advisory_xact_lock(${locks.schema});\n${await readFile(GRANTS_FILE, 'utf8')}`)
  return []
}

/** A right as text: 'update grades.tenths' if it can be granted per column, otherwise 'delete grades'. */
type Right = string
type ColumnsByTable = Map<string, string[]>

const COLUMN_ACTIONS = ['select', 'insert', 'update']
const RIGHTS_STATEMENT =
  /^(grant|revoke)\s+([\w, ]+?)(?:\s*\(([\w,\s]+)\))?\s+on\s+([\w,\s]+?)\s+(?:to|from)\s+([\w,\s]+?);/gm

const splitList = (text: string) => text.split(/[,\s]+/).filter(Boolean)

function rightsOf(action: string, table: string, columns: string[]): Right[] {
  return COLUMN_ACTIONS.includes(action)
    ? columns.map((column) => `${action} ${table}.${column}`)
    : [`${action} ${table}`]
}

/** Returns the rights that deploy/least-rights.sql grants to `role` on the tables with these columns. */
export async function readGrants(role: string, columns: ColumnsByTable): Promise<Set<Right>> {
  const text = (await readFile(GRANTS_FILE, 'utf8')).replaceAll(/^--.*$/gm, '')
  const rights = new Set<Right>()
  for (const [, verb, actions = '', columnList, target = '', roles = ''] of text.matchAll(RIGHTS_STATEMENT)) {
    if (!splitList(roles).includes(role) || /^schema /.test(target)) continue
    const tables = target.startsWith('all tables') ? [...columns.keys()] : splitList(target)
    const changed = tables.flatMap((table) =>
      splitList(actions).flatMap((action) =>
        rightsOf(action, table, columnList ? splitList(columnList) : (columns.get(table) ?? [])),
      ),
    )
    for (const right of actions === 'all' ? [...rights] : changed)
      if (verb === 'grant') rights.add(right)
      else rights.delete(right)
  }
  return rights
}

export async function readColumns(client: pg.Client): Promise<ColumnsByTable> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select relname as table, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind = 'r' group by relname`,
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

/** Returns the rights that `role` has on the tables in the database, whether granted directly or inherited. */
export async function readHeldRights(client: pg.Client, role: string): Promise<Set<Right>> {
  const { rows } = await client.query<{ name: Right }>(
    `select action || ' ' || relname || '.' || attname as name
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped,
       unnest(array['select', 'insert', 'update']) as action
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and has_column_privilege($1, pg_class.oid, attnum, action)
     union all
     select action || ' ' || relname from pg_class, unnest(array['delete', 'truncate', 'references', 'trigger']) as action
     where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege($1, oid, action)`,
    [role],
  )
  return new Set(rows.map(({ name }) => name))
}
