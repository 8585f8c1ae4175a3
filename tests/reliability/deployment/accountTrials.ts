import pg from 'pg'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { type Database, passwords, runRoles, runService, startServer } from './containers.ts'

const ACCOUNTS = ['apoderados_owner', 'apoderados_operator', 'apoderados_server']

async function ask(database: Database, text: string): Promise<Record<string, unknown>[]> {
  const url = Object.assign(new URL(database.superuserUrl), { pathname: '/apoderados' }).href
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** An empty server, then the same again: a second start finds everything as it should be. */
export async function startsOnAFreshMachine(
  database: Database,
  folder: string,
  psql: string,
): Promise<Verdict> {
  const rounds: (number | null)[] = []
  const words: string[] = []
  for (let round = 0; round < 2; round += 1) {
    for (const run of [
      () => runRoles(database, folder, psql),
      () => runService('schema', database, folder),
    ]) {
      const { code, said } = await run()
      rounds.push(code)
      words.push(said)
    }
  }
  const strong = await ask(
    database,
    `select rolname from pg_roles where rolname like 'apoderados%'
      and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication)`,
  )
  const owners = await ask(database, `select distinct tableowner from pg_tables where schemaname = 'public'`)
  const isOwned = owners.length === 1 && owners[0]?.tableowner === 'apoderados_owner'
  return {
    isGood: rounds.every((code) => code === 0) && strong.length === 0 && isOwned,
    told: `roles and schema, twice: ${rounds.join(', ')}; accounts with more than a login: ${strong.length}; the tables are ${owners.map(({ tableowner }) => tableowner).join()}'s${rounds.every((code) => code === 0) ? '' : `\n${words.join('\n')}`}`,
  }
}

/** The tables of an installation whose one account was the superuser. */
export async function takesOverOlderTables(
  database: Database,
  folder: string,
  psql: string,
): Promise<Verdict> {
  await ask(
    database,
    'alter table grades owner to postgres; alter function refuse_audit_change owner to postgres',
  )
  const { code } = await runRoles(database, folder, psql)
  const left = await ask(
    database,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relowner <> 'apoderados_owner'::regrole
      union all select proname from pg_proc where pronamespace = 'public'::regnamespace and proowner <> 'apoderados_owner'::regrole`,
  )
  return {
    isGood: code === 0 && left.length === 0,
    told: `ended with ${code}, ${left.length} left to another owner`,
  }
}

export async function operatorWorks(database: Database, folder: string): Promise<Verdict> {
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
    told: `demo on by the owner ${demo.code}, school list by the operator ${listed.code}, schema update by the operator ${refused.code}: ${refused.said.split('\n').at(-1)}`,
  }
}

/** Both processes, whose connections are then asked for. */
export async function serverHasItsOwnAccount(database: Database, folder: string): Promise<Verdict> {
  for (const name of ['api-1', 'api-2']) await startServer(name, database, folder)
  const connected = await ask(
    database,
    `select distinct usename from pg_stat_activity where application_name = 'apoderados' order by 1`,
  )
  const url = new URL(database.superuserUrl)
  Object.assign(url, {
    username: 'apoderados_server',
    password: passwords.OWNER_PASSWORD,
    pathname: '/apoderados',
  })
  const stranger = new pg.Client({ connectionString: url.href })
  const refusal = await stranger.connect().then(
    () => 'none',
    ({ code }) => code,
  )
  return {
    isGood: connected.map(({ usename }) => usename).join() === 'apoderados_server' && refusal === '28P01',
    told: `two processes serve as ${connected.map(({ usename }) => usename).join()}; with another account's password ${refusal}; ${ACCOUNTS.length} accounts`,
  }
}

/** The command that looks at an installation, by its own words about the accounts. */
export async function checkFindsTheAccounts(database: Database, folder: string): Promise<Verdict> {
  const { said } = await runService('commands', database, folder, ['node', 'apps/cli/src/admin.ts', 'check'])
  const lines = said.split('\n').filter((line) => /^\w+ +(Base de datos|Derechos) /.test(line))
  return {
    isGood: lines.length === 2 && lines.every((line) => line.startsWith('bien')),
    told: lines.join(' '),
  }
}
