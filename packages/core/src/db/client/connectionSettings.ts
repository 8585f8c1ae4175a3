import type pg from 'pg'
import { ReadOnlyDatabaseError } from './availability.ts'

/** The settings of connections for operator's commands. */
const commandSettings = { TimeZone: 'UTC' }
/** Returns the settings of connections for API calls. */
const callSettings = (statementMs: number) => ({
  ...commandSettings,
  statement_timeout: String(statementMs),
})

const toSetConfigCalls = (settings: Record<string, string>): string[] =>
  Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)

/**
 * Applies the settings to a new connection: those for API calls with the time limit of their statements, otherwise those
 * for commands. They are sent as a statement, because PgBouncer refuses them in the startup packet.
 * @throws {ReadOnlyDatabaseError} on a standby, whose data may be outdated: a session that has ended at the primary may
 * still be live there
 */
export async function prepareSession(client: pg.ClientBase, statementMs?: number): Promise<void> {
  const changes = toSetConfigCalls(statementMs === undefined ? commandSettings : callSettings(statementMs))
  const text = `select pg_is_in_recovery() as is_standby, ${changes.join(', ')}`
  const { rows } = await client.query({ name: 'session', text })
  if (rows[0].is_standby)
    throw new ReadOnlyDatabaseError('the database is a standby, which accepts no writes')
}

/** Applies PostgreSQL settings to a connection by a statement: PgBouncer refuses them in the startup packet. */
export async function applySettings(client: pg.ClientBase, settings: Record<string, string>): Promise<void> {
  await client.query(`select ${toSetConfigCalls(settings).join(', ')}`)
}
