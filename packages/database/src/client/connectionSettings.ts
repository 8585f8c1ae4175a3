import type pg from 'pg'
import { ReadOnlyDatabaseError } from './availability.ts'
import { databaseLimits } from './limits.ts'

/**
 * Planner settings that are switched off so that every statement of an API call uses indexes, also when PostgreSQL's
 * statistics are outdated, as after an import. No call should scan a whole table for a join, or wait for JIT
 * compilation.
 */
export const plannerSettings = ['enable_hashjoin', 'enable_mergejoin', 'enable_seqscan', 'jit']

const commandSettings = { TimeZone: 'UTC' }
const callSettings = () => ({
  ...commandSettings,
  statement_timeout: String(databaseLimits.databaseStatementMs),
  ...Object.fromEntries(plannerSettings.map((name) => [name, 'off'])),
})

const setConfigCalls = (settings: Record<string, string>): string[] =>
  Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)

/**
 * Prepares a new connection before its first use. The settings are sent as a statement, because PgBouncer refuses
 * them in the startup packet.
 * @throws {ReadOnlyDatabaseError} on a standby: its data may be outdated, so that a session ended at the primary may
 * still be live on the standby
 */
export async function prepareSession(client: pg.ClientBase, isPatient: boolean): Promise<void> {
  const changes = setConfigCalls(isPatient ? commandSettings : callSettings())
  const text = `select pg_is_in_recovery() as is_standby, ${changes.join(', ')}`
  const { rows } = await client.query({ name: 'session', text })
  if (rows[0].is_standby)
    throw new ReadOnlyDatabaseError('the database is a standby, which accepts no writes')
}

/** Sets PostgreSQL settings of this connection by a statement, as PgBouncer refuses them in the startup packet. */
export async function applySettings(client: pg.ClientBase, settings: Record<string, string>): Promise<void> {
  await client.query(`select ${setConfigCalls(settings).join(', ')}`)
}
