import type { Config } from '@apoderados/server/config'
import { limits } from '@apoderados/server/config'
import { readSchemaState } from '@apoderados/server/db/migrate'
import { checkServer } from '@apoderados/server/db/open'
import pg from 'pg'
import { type Finding, failure, good, warning } from './finding.ts'

const TIME_MS = 10_000

/** One connection for one look, which gives up in time. */
export async function withDatabase<T>(url: string, look: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limits.databaseCommandAcquireMs,
    query_timeout: TIME_MS,
    application_name: 'apoderados check',
  })
  client.on('error', () => {}) // the statement under way tells it
  try {
    await client.connect()
    return await look(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether it serves as the server needs it, and holds this version's tables. */
export const lookAtDatabase = (url: string): Promise<Finding> =>
  withDatabase(url, async (client) => {
    await checkServer({ $client: client })
    const { rows } = await client.query<{ version: string; is_standby: boolean; is_read_only: boolean }>(
      `select current_setting('server_version') as version, pg_is_in_recovery() as is_standby,
        current_setting('transaction_read_only')::bool as is_read_only`,
    )
    const [{ version, is_standby, is_read_only } = { version: '', is_standby: true, is_read_only: true }] =
      rows
    if (is_standby || is_read_only)
      return failure(
        'Es de solo lectura. Revise que DATABASE_URL indique el servidor principal y no una réplica.',
      )
    const state = await readSchemaState(client)
    if (!state)
      return failure('No tiene tablas. Ejecute schema update, o parta el servidor con la cuenta dueña.')
    if (state.isNewer) return failure('Sus tablas son de una versión más nueva. Use esa versión.')
    if (state.isEdited) return failure('Una migración cambió después de aplicarse. Restaure su archivo.')
    if (state.pending.length > 0)
      return warning(
        `Faltan ${state.pending.length} migraciones. Ejecute schema update y parta el servidor de nuevo.`,
      )
    return good(`PostgreSQL ${version}, acepta escrituras, tablas al día.`)
  })

const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd])/
const THIS_MACHINE = /^(127\.|::1)/

type Line = {
  /** Of TLS. */
  version: string | null
  /** The database's; null for a socket of this machine. */
  address: string | null
}

export function judgeEncryption({ version, address }: Line): Finding {
  if (version) return good(`${version}, con el certificado comprobado.`)
  if (!address || THIS_MACHINE.test(address)) return good('La base corre en este mismo equipo.')
  return PRIVATE.test(address)
    ? warning(
        `Sin cifrar, en la red propia (${address}). Si esa red pasa por otros equipos, agregue ?sslmode=require a DATABASE_URL.`,
      )
    : failure(`Sin cifrar, por una red pública (${address}). Agregue ?sslmode=require a DATABASE_URL.`)
}

/** How passwords and children's data travel between here and the database. */
export async function lookAtEncryption({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<Finding> {
  if (!databaseUrl) return good('La base incluida corre en este mismo equipo.')
  return withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<Line>(
      `select version, host(inet_server_addr()) as address from pg_stat_ssl where pid = pg_backend_pid()`,
    )
    return judgeEncryption(rows[0] ?? { version: null, address: null })
  })
}
