import {
  readColumns,
  readGrants,
  readHeldRights,
  restrictedRoles,
} from '@apoderados/core/db/client/leastRights'
import type pg from 'pg'
import { withDatabase } from './database.ts'
import { type Finding, failure, success, warning } from './finding.ts'

type DatabaseAccount = { name: string; is_superuser: boolean; is_owner: boolean; has_more: boolean }

async function readAccount(client: pg.Client, name: string): Promise<DatabaseAccount | undefined> {
  const { rows } = await client.query<DatabaseAccount>(
    `select rolname as name, rolsuper as is_superuser,
       rolcreaterole or rolcreatedb or rolbypassrls or rolreplication
         or has_schema_privilege(oid, 'public', 'create') as has_more,
       exists (select from pg_class where relnamespace = 'public'::regnamespace and relowner = pg_roles.oid) as is_owner
     from pg_roles where rolname = $1`,
    [name],
  )
  return rows[0]
}

/** Returns a text with the first item and the number of the others. */
const summarize = ([first = '', ...rest]: string[]): string =>
  rest.length > 0 ? `${first} y ${rest.length} más` : first

/** True if the role has its row-level security policy on the audit log. */
async function hasPolicy(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_policies where tablename = 'audit_log' and $1 = any(roles)
       and (select relrowsecurity from pg_class where oid = 'audit_log'::regclass)`,
    [role],
  )
  return rows.length > 0
}

/** Compares an account's rights with the role's grants in deploy/least-rights.sql; undefined if they are equal. */
async function compareRights(
  client: pg.Client,
  { name, has_more }: DatabaseAccount,
  grantedRole: string,
): Promise<Finding | undefined> {
  const held = await readHeldRights(client, name)
  const granted = await readGrants(grantedRole, await readColumns(client))
  const missing = [...granted.difference(held)]
  if (missing.length > 0)
    return failure(`A ${name} le falta ${summarize(missing)}. Ejecute schema update con la cuenta dueña.`)
  const extra = [...held.difference(granted)]
  if (has_more) extra.unshift('cambiar el esquema o las cuentas')
  if (extra.length > 0)
    return warning(`${name} puede además ${summarize(extra)}. Quíteselo: deploy/roles.sql y schema update.`)
  if (name === grantedRole && !(await hasPolicy(client, name)))
    return failure(`A ${name} le falta su política en audit_log. Ejecute schema update con la cuenta dueña.`)
  return undefined
}

/**
 * Checks the rights of the connected account, and of the server's and the operator's accounts if they have rights in
 * this database. Those in the embedded database are not checked, because no other installation uses it.
 */
export const checkRights = (url: string, isEmbedded: boolean): Promise<Finding> =>
  withDatabase(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_user as name')
    const name = rows[0]?.name ?? ''
    const ownAccount = await readAccount(client, name)
    if (isEmbedded) return success('La base incluida es de esta instalación sola.')
    const advice = 'Para el servidor y los comandos use las cuentas de deploy/roles.sql.'
    if (ownAccount?.is_superuser) return warning(`${name} es superusuario de PostgreSQL. ${advice}`)
    if (ownAccount?.is_owner) return warning(`${name} es la dueña de las tablas. ${advice}`)
    const restricted = Object.values(restrictedRoles)
    const checked: string[] = []
    for (const each of new Set([name, ...restricted])) {
      const account = await readAccount(client, each)
      if (!account) continue
      const isInUse = each === name || (await readHeldRights(client, each)).size > 0
      if (!isInUse) continue
      const grantedRole = restricted.find((role) => role === each) ?? restrictedRoles.server
      const finding = await compareRights(client, account, grantedRole)
      if (finding) return finding
      checked.push(each)
    }
    return success(`${checked.join(' y ')}: lo necesario y nada más.`)
  })
