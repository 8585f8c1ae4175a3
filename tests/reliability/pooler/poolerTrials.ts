import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { plannerSettings } from '@apoderados/database/client/connectionSettings'
import { locks } from '@apoderados/database/client/locks'
import { openDatabase } from '@apoderados/database/client/open'
import pg from 'pg'
import { launchApi, startApi } from '../../support/stage/api.ts'
import type { School } from '../../support/stage/database.ts'
import { type Program, runToEnd } from '../../support/stage/programs.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { newFolder } from '../../support/suite.ts'
import { send } from '../crash/faults/call.ts'
import { generateSchools } from '../import/importing.ts'

const root = join(import.meta.dirname, '../../..')
/** More reads at once than the server has database connections. */
const READ_COUNT = 40
/**
 * The reasons that a refused start prints: that of the server if the pooler pools by transaction, and that of
 * PgBouncer, which refuses transactions if it pools by statement.
 */
const REFUSAL_PATTERN = /pools by transaction|statement pooling mode/

export type PooledSchool = { school: School; environment: Record<string, string> }

/** Checks that connections which the pooler reuses have the settings that each statement of a call needs. */
export async function checkSettingsThroughPooler(url: string): Promise<Verdict> {
  const names = ['statement_timeout', 'TimeZone', ...plannerSettings]
  const text = `select ${names.map((name) => `current_setting('${name}')`).join(` || ' ' || `)} as found`
  const readings = new Set<string>()
  for (let round = 0; round < 3; round++) {
    const db = openDatabase(url)
    const answers = await Promise.all(Array.from({ length: READ_COUNT }, () => db.$client.query(text)))
    for (const { rows } of answers) readings.add(rows[0].found)
    await db.$client.end()
  }
  const expected = ['3s', 'UTC', ...plannerSettings.map(() => 'off')].join(' ')
  const summary = `${names.join(' ')}: ${[...readings].join(' and ')}`
  return { isGood: readings.size === 1 && readings.has(expected), summary }
}

/** Starts the server through the pooler and sends reads and writes of many sessions at once. */
export async function checkCallsThroughPooler({ school, environment }: PooledSchool): Promise<Verdict> {
  const api = await startApi(environment)
  const replies = await Promise.all(
    school.jwts
      .slice(0, READ_COUNT)
      .flatMap((jwt, index) => [
        send(api.url, { method: 'GET', path: `/arrears?student_id=${school.studentId}`, jwt }),
        send(api.url, { method: 'POST', path: '/auth/push_token', jwt, body: { token: `token-${index}` } }),
      ]),
  )
  const readiness = await fetch(`${api.url}/readyz`)
  await api.end('SIGTERM')
  const answered = replies.filter(({ status }) => status === 200).length
  return {
    isGood: answered === replies.length && readiness.status === 200,
    summary: `${answered} of ${replies.length} calls answered, /readyz ${readiness.status}`,
  }
}

const runImport = (set: string, environment: Record<string, string>): Promise<Program> =>
  runToEnd(process.execPath, ['--import', './scripts/preload.js', 'apps/cli/src/import.ts', set, '--apply'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  })

/** Checks that an import through the pooler is refused while another session has the import's lock, and works later. */
export async function checkImportLockThroughPooler(url: string): Promise<Verdict> {
  const folder = newFolder('rel-pooler-import')
  const set = join(folder, 'set')
  await generateSchools(set, ['--schools', '1', '--students', '60'])
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'data'),
    SECRET_KEYS: randomBytes(32).toString('base64url'),
  }
  const lockHolder = new pg.Client({ connectionString: url })
  await lockHolder.connect()
  await lockHolder.query('select pg_advisory_lock($1)', [locks.import])
  const concurrentImport = await runImport(set, environment)
  await lockHolder.end() // the pooler resets the session, which releases the lock
  const laterImport = await runImport(set, environment)
  const [refused, done] = [await concurrentImport.ended, await laterImport.ended]
  const isRefused = refused !== 0 && concurrentImport.output().includes('Otra importación está en curso')
  return {
    isGood: isRefused && done === 0,
    summary: `${isRefused ? 'refused' : 'NOT refused'} beside another import, then ${done === 0 ? 'done' : `failed: ${laterImport.output().slice(-300)}`}`,
  }
}

/** Checks that the server does not start, and that it prints the reason. */
export async function checkRefusedStartThroughPooler({ environment }: PooledSchool): Promise<Verdict> {
  const api = await launchApi(environment)
  const code = await api.ended
  const reason = api.output().trim().split('\n').at(-1) ?? ''
  return { isGood: code !== 0 && REFUSAL_PATTERN.test(reason), summary: `exit code ${code}, '${reason}'` }
}
