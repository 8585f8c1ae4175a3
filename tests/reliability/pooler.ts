/**
 * Puts PgBouncer between the server and PostgreSQL. If PgBouncer pools by session, calls and imports must work; if it
 * pools by transaction or statement, the server must refuse to start. `--only <words>` selects trials by name. Needs
 * Debian's PostgreSQL 15 and PgBouncer.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { prepareSchool, startPostgres } from '../support/stage/database.ts'
import { findPostgres } from '../support/stage/programs.ts'
import { createJudge, runTrials } from '../support/stage/verdicts.ts'
import { newFolder } from '../support/suite.ts'
import { requirePgbouncer, startPgbouncer } from './pooler/pgbouncer.ts'
import {
  checkCallsThroughPooler,
  checkImportLockThroughPooler,
  checkRefusedStartThroughPooler,
  checkSettingsThroughPooler,
} from './pooler/poolerTrials.ts'

const SESSION_COUNT = 40

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const { judge, judged } = createJudge(values.only)

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
}

async function runAll(): Promise<void> {
  requirePgbouncer()
  const folder = newFolder('rel-pooler')
  const { url } = await startPostgres(findPostgres(), folder)
  const DATA_DIR = join(folder, 'data')
  const school = await prepareSchool(url, DATA_DIR, SESSION_COUNT)
  const environment = (DATABASE_URL: string) => ({
    ...{ DATA_DIR, DATABASE_URL, SECRET_KEYS: school.secretKeys, LOG_LEVEL: 'warn' },
    TRUST_PROXY: '127.0.0.1',
  })
  const bySession = await startPgbouncer(url, 'session')
  await judge('settings by session', () => checkSettingsThroughPooler(bySession))
  await judge('calls by session', () =>
    checkCallsThroughPooler({ school, environment: environment(bySession) }),
  )
  await createDatabase(url, 'imported')
  const empty = new URL(bySession)
  empty.pathname = '/imported'
  await judge('imports by session', () => checkImportLockThroughPooler(empty.href))
  for (const mode of ['transaction', 'statement'] as const) {
    const pooled = await startPgbouncer(url, mode)
    await judge(`refusal by ${mode}`, () =>
      checkRefusedStartThroughPooler({ school, environment: environment(pooled) }),
    )
  }
}

await runTrials('reliability/pooler', judged, runAll)
