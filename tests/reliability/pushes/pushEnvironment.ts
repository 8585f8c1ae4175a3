import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Database, openDatabase } from '@apoderados/core/db/client/open'
import { migrate } from '@apoderados/core/db/schema/migrate'
import { newVapidKey } from '@apoderados/server/push/vapid'
import { startPushService } from '@apoderados/testing/push/pushService'
import { runCommand } from '@apoderados/tests-support/environment/command.ts'
import { startPostgres } from '@apoderados/tests-support/environment/database.ts'
import { newFolder, onCleanup } from '../../support/suite.ts'

const root = join(import.meta.dirname, '../../..')
/** One of this many parents has two devices, each other parent one. */
const TWO_DEVICES_EVERY = 3

type PushService = Awaited<ReturnType<typeof startPushService>>

export type PushEnvironment = Awaited<ReturnType<typeof preparePushes>>

/**
 * Starts a PostgreSQL with a generated school, in which each parent has devices at a push service in this process. The
 * school publishes changes of the kinds that concern a single student (grades, observations, late arrivals, absences)
 * at once and at any hour, and no others.
 */
export async function preparePushes(binaries: string, students: number, delay: () => Promise<unknown>) {
  const folder = newFolder('rel-pushes')
  const [DATA_DIR, set] = [join(folder, 'data'), join(folder, 'set')]
  const postgres = await startPostgres(binaries, folder)
  const service = await startPushService({ delay })
  onCleanup(() => service.close())
  const environment = {
    DATA_DIR,
    DATABASE_URL: postgres.url,
    SECRET_KEYS: randomBytes(32).toString('base64url'),
    VAPID_PRIVATE_KEY: newVapidKey(),
    VAPID_SUBJECT: 'mailto:ti@colegio.example',
    NODE_OPTIONS: `--import=${join(root, 'packages/testing/src/push/routePushes.ts')}`,
  }
  await migrate(postgres.url)
  const size = ['--students', String(students), '--schools', '1']
  await runCommand('generate', ['--to', set, ...size], {})
  await runCommand('generate', ['--to', `${set}-later`, ...size, '--variant', '2'], {})
  const db = openDatabase(postgres.url, { forOperator: true })
  onCleanup(() => db.$client.end())
  const importSet = (folder: string) => runCommand('import', [folder, '--apply'], environment)
  await importSet(set)
  await addDevices(db, service)
  await publishAtOnce(db)
  return {
    db,
    service,
    environment,
    students,
    importLater: () => importSet(`${set}-later`),
  }
}

async function addDevices({ $client: pool }: Database, service: PushService): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from parents order by id')
  const devices = rows.flatMap(({ id }, index) => (index % TWO_DEVICES_EVERY ? [id] : [id, id]))
  const names = devices.map((_, index) => `device-${index}`)
  await pool.query(
    `with device as (
        select * from unnest($1::text[], $2::bigint[], $3::text[]) device(id, parent_id, token)
      ), session as (
        insert into sessions (id, parent_id, client, expires_at)
        select id, parent_id, 'native', now() + interval '20 days' from device
      )
      insert into push_tokens (token_hash, token, session_id, saved_at)
      select encode(sha256(token::bytea), 'hex'), token, id, now() from device`,
    [names, devices, names.map((name) => service.subscribe(name))],
  )
  await pool.query('insert into notification_settings (parent_id) select id from parents')
}

const publishAtOnce = ({ $client: pool }: Database) =>
  pool.query(`update news_settings set hours = null, at_time = null, timing =
    case when kind in ('grade', 'observation', 'arrear', 'absence') then 'at_once' else 'never' end`)
