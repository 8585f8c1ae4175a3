import type pg from 'pg'
import { ReadOnlyDatabaseError } from './availability.ts'
import { databaseLimits } from './limits.ts'

/** The settings of connections for operator's commands. */
const commandSettings = { TimeZone: 'UTC' }
/** Returns the settings of connections for API calls. */
const callSettings = () => ({
  ...commandSettings,
  statement_timeout: String(databaseLimits.databaseStatementMs),
})

const toSetConfigCalls = (settings: Record<string, string>): string[] =>
  Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)

/**
 * Applies the settings to a new connection: those for commands if `forOperator`, otherwise those for API calls. They are
 * sent as a statement, because PgBouncer refuses them in the startup packet.
 * @throws {ReadOnlyDatabaseError} on a standby, whose data may be outdated: a session that has ended at the primary may
 * still be live there
 */
export async function prepareSession(client: pg.ClientBase, forOperator: boolean): Promise<void> {
  const changes = toSetConfigCalls(forOperator ? commandSettings : callSettings())
  const text = `select pg_is_in_recovery() as is_standby, ${changes.join(', ')}`
  const { rows } = await client.query({ name: 'session', text })
  if (rows[0].is_standby)
    throw new ReadOnlyDatabaseError('the database is a standby, which accepts no writes')
}

/** Applies PostgreSQL settings to a connection by a statement: PgBouncer refuses them in the startup packet. */
export async function applySettings(client: pg.ClientBase, settings: Record<string, string>): Promise<void> {
  await client.query(`select ${toSetConfigCalls(settings).join(', ')}`)
}
