import type { Verdict } from '@apoderados/tests-support/environment/verdicts.ts'
import pg from 'pg'
import { type Database, passwords, runRoles, runService, startServer } from './containers.ts'

const ACCOUNTS = ['apoderados_owner', 'apoderados_operator', 'apoderados_server']

async function queryAll(database: Database, text: string): Promise<Record<string, unknown>[]> {
  const url = Object.assign(new URL(database.superuserUrl), { pathname: '/apoderados' }).href
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Sets up roles and schema twice on an empty PostgreSQL, and checks privileges and the owner of the tables. */
export async function checkFreshMachine(database: Database, folder: string, psql: string): Promise<Verdict> {
  const exitCodes: (number | null)[] = []
  const outputs: string[] = []
  for (let round = 0; round < 2; round += 1) {
    for (const run of [
      () => runRoles(database, folder, psql),
      () => runService('schema', database, folder),
    ]) {
      const { code, output } = await run()
      exitCodes.push(code)
      outputs.push(output)
    }
  }
  const privileged = await queryAll(
    database,
    `select rolname from pg_roles where rolname like 'apoderados%'
      and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication)`,
  )
  const owners = await queryAll(
    database,
    `select distinct tableowner from pg_tables where schemaname = 'public'`,
  )
  const isOwned = owners.length === 1 && owners[0]?.tableowner === 'apoderados_owner'
  return {
    isGood: exitCodes.every((code) => code === 0) && privileged.length === 0 && isOwned,
    summary: `roles and schema, twice: ${exitCodes.join(', ')}; accounts with more than a login: ${privileged.length}; the tables are ${owners.map(({ tableowner }) => tableowner).join()}'s${exitCodes.every((code) => code === 0) ? '' : `\n${outputs.join('\n')}`}`,
  }
}

/**
 * Checks that deploy/roles.sql gives tables and functions that belong to the superuser, as in older installations, to
 * the owner's account.
 */
export async function checkMigrationOfOlderTables(
  database: Database,
  folder: string,
  psql: string,
): Promise<Verdict> {
  await queryAll(
    database,
    'alter table grades owner to postgres; alter function refuse_audit_change owner to postgres',
  )
  await queryAll(database, 'alter role apoderados_server set search_path = x')
  await queryAll(database, 'alter role apoderados_operator in database apoderados set statement_timeout = 1')
  const { code } = await runRoles(database, folder, psql)
  const settings = await queryAll(
    database,
    `select 1 from pg_db_role_setting join pg_roles on pg_roles.oid = setrole and rolname like 'apoderados%'
      union all select 1 where has_database_privilege('apoderados_server', 'postgres', 'temporary')`,
  )
  const remaining = await queryAll(
    database,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relowner <> 'apoderados_owner'::regrole
      union all select proname from pg_proc where pronamespace = 'public'::regnamespace and proowner <> 'apoderados_owner'::regrole`,
  )
  return {
    isGood: code === 0 && remaining.length + settings.length === 0,
    summary: `ended with ${code}, ${remaining.length} left to another owner, ${settings.length} settings or rights left to the accounts`,
  }
}

export async function checkOperatorAccount(database: Database, folder: string): Promise<Verdict> {
  const demo = await runService('schema', database, folder, ['node', 'apps/cli/src/admin.ts', 'demo', 'on'])
  const listed = await runService('commands', database, folder, [
    'node',
    'apps/cli/src/admin.ts',
    'school',
    'list',
  ])
  const refused = await runService('commands', database, folder, [
    'node',
    'apps/cli/src/admin.ts',
    'schema',
    'update',
  ])
  return {
    isGood: demo.code === 0 && listed.code === 0 && refused.code === 1,
    summary: `demo on by the owner ${demo.code}, school list by the operator ${listed.code}, schema update by the operator ${refused.code}: ${refused.output.split('\n').at(-1)}`,
  }
}

/**
 * Checks that both API processes connect as the server's database account, and that PostgreSQL refuses this account
 * with the password of another one.
 */
export async function checkServerAccount(database: Database, folder: string): Promise<Verdict> {
  for (const name of ['api-1', 'api-2']) await startServer(name, database, folder)
  const connected = await queryAll(
    database,
    `select distinct usename from pg_stat_activity where application_name = 'apoderados' order by 1`,
  )
  const url = new URL(database.superuserUrl)
  Object.assign(url, {
    username: 'apoderados_server',
    password: passwords.OWNER_PASSWORD,
    pathname: '/apoderados',
  })
  const otherAccount = new pg.Client({ connectionString: url.href })
  const refusal = await otherAccount.connect().then(
    () => 'none',
    ({ code }) => code,
  )
  return {
    isGood: connected.map(({ usename }) => usename).join() === 'apoderados_server' && refusal === '28P01',
    summary: `two processes serve as ${connected.map(({ usename }) => usename).join()}; with another account's password ${refusal}; ${ACCOUNTS.length} accounts`,
  }
}

/** Checks that the `check` command finds no fault in the database and in the rights of its accounts. */
export async function checkAccountReport(database: Database, folder: string): Promise<Verdict> {
  const { output } = await runService('commands', database, folder, [
    'node',
    'apps/cli/src/admin.ts',
    'check',
  ])
  const lines = output.split('\n').filter((line) => /^\w+ +(Base de datos|Derechos) /.test(line))
  return {
    isGood: lines.length === 2 && lines.every((line) => line.startsWith('bien')),
    summary: lines.join(' '),
  }
}
