import { TLSSocket } from 'node:tls'
import { Email } from '@apoderados/contract/values/email'
import { readLastBackup } from '@apoderados/core/audit/lastBackup'
import { connectAlone } from '@apoderados/core/db/client/connectAlone'
import { checkServer } from '@apoderados/core/db/client/open'
import { readSchemaState } from '@apoderados/core/db/schema/appliedMigrations'
import type { Config } from '@apoderados/server/config'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { CERTIFICATE_DAYS_MIN, daysUntil } from './certificates.ts'
import { type Finding, failure, success, warning } from './finding.ts'

const QUERY_TIMEOUT_MS = 10_000

/** Runs `work` with a new connection whose statements have a time limit, and closes the connection afterwards. */
export async function withDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectAlone(url, {
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: 'apoderados check',
  })
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Checks that the database accepts writes and has the tables of this version. */
export const checkDatabase = (url: string): Promise<Finding> =>
  withDatabase(url, async (client) => {
    await checkServer({ $client: client })
    const { rows } = await client.query<{ version: string; is_read_only: boolean }>(
      `select current_setting('server_version') as version,
        pg_is_in_recovery() or current_setting('transaction_read_only')::bool as is_read_only`,
    )
    const [{ version, is_read_only } = { version: '', is_read_only: true }] = rows
    if (is_read_only)
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
        `Migraciones pendientes: ${state.pending.length}. Ejecute schema update y parta el servidor de nuevo.`,
      )
    return success(`PostgreSQL ${version}, acepta escrituras, tablas al día.`)
  })

const PRIVATE_ADDRESS_PATTERN = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd])/
const LOOPBACK_ADDRESS_PATTERN = /^(127\.|::1)/

/**
 * How a connection to the database is encrypted. `tls` is undefined without encryption. `address` is the database's
 * network address; null for a Unix socket, and with `tls`.
 */
type ConnectionEncryption = {
  tls?: { protocol: string | null; isChecked: boolean; validTo: Date }
  address: string | null
}

export function findingOfEncryption({ tls, address }: ConnectionEncryption): Finding {
  if (tls) {
    const days = daysUntil(tls.validTo)
    const text = `${tls.protocol}, certificado válido por ${days} días.`
    if (!tls.isChecked)
      return warning(`${text} Nadie lo comprueba: ponga sslmode=verify-full en DATABASE_URL.`)
    return days < CERTIFICATE_DAYS_MIN ? warning(`${text} Revise su renovación.`) : success(text)
  }
  if (!address || LOOPBACK_ADDRESS_PATTERN.test(address))
    return success('La base corre en este mismo equipo.')
  return PRIVATE_ADDRESS_PATTERN.test(address)
    ? warning(
        `Sin cifrar, en la red propia (${address}). Si esa red pasa por otros equipos, agregue ?sslmode=require a DATABASE_URL.`,
      )
    : failure(`Sin cifrar, por una red pública (${address}). Agregue ?sslmode=require a DATABASE_URL.`)
}

/** Checks the encryption of the connection to the database, because it carries passwords and children's data. */
export async function checkEncryption({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<Finding> {
  if (!databaseUrl) return success('La base incluida corre en este mismo equipo.')
  return withDatabase(databaseUrl, async (client) => {
    const { stream } = client.connection
    if (stream instanceof TLSSocket) {
      const validTo = new Date(stream.getPeerCertificate().valid_to)
      const isChecked = stream.authorized
      return findingOfEncryption({
        tls: { protocol: stream.getProtocol(), isChecked, validTo },
        address: null,
      })
    }
    const { rows } = await client.query<{ address: string | null }>(
      'select host(inet_server_addr()) as address',
    )
    return findingOfEncryption({ address: rows[0]?.address ?? null })
  })
}

const MS_PER_HOUR = 3_600_000
/** A backup of this age is late: backups run every 24 hours and may take up to two hours. */
const BACKUP_AGE_WARNING_HOURS = 26

/** Checks the age of the last backup of apoderados-backup; other backups leave no line in the audit log. */
export const checkLastBackup = (url: string): Promise<Finding> =>
  withDatabase(url, async (client) => {
    const lastBackup = await readLastBackup(drizzle({ client }))
    if (!lastBackup) return warning('Ninguno hecho con apoderados-backup. Programe uno cada noche.')
    const hours = Math.floor((Date.now() - lastBackup.getTime()) / MS_PER_HOUR)
    const age = hours < 48 ? `${hours} horas` : `${Math.floor(hours / 24)} días`
    return hours >= BACKUP_AGE_WARNING_HOURS
      ? warning(`El último tiene ${age}. Revise el respaldo de cada noche.`)
      : success(`El último tiene ${age}.`)
  })

const SHOWN_EMAILS_MAX = 10
/** Quotes a text, with its invisible characters as `\u200b`. */
const showInvisible = (text: string) =>
  JSON.stringify(text).replace(
    /\p{Cf}/gu,
    (sign) => `\\u${sign.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  )

/** Lists the accounts whose stored e-mail the sign-in refuses: it was stored before the form of an e-mail was checked. */
export const checkEmails = (url: string): Promise<Finding> =>
  withDatabase(url, async (client) => {
    const { rows } = await client.query<{ email: string }>(
      'select email from parents where email is not null order by id',
    )
    const refused = rows.map(({ email }) => email).filter((email) => Email.safeParse(email).data !== email)
    if (refused.length === 0) return success('Todos los correos sirven para ingresar.')
    const shown = refused.slice(0, SHOWN_EMAILS_MAX).map(showInvisible)
    const others = refused.length > shown.length ? `, y ${refused.length - shown.length} más` : ''
    return warning(
      `Con ${refused.length === 1 ? 'este correo' : `estos ${refused.length} correos`} nadie puede ingresar: ${shown.join(', ')}${others}. Corríjalos con account set-email y el RUT de la persona, y en la planilla del colegio.`,
    )
  })
