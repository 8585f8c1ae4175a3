// PostgreSQL's error codes for a lost connection, a shutdown, exhausted resources (connections, disk, memory), a
// cancelled statement and a read-only database; then Node's codes for socket and DNS errors.
const DATABASE_AWAY =
  /^(08|57P|53)|^(57014|25006)$|^ECONN|^(ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH)$/
const POOL_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable$/

const READ_ONLY = '25006'
/** PostgreSQL's code for an internal error; with a full disk no connection can begin, and the error has no other code. */
const INTERNAL_ERROR = 'XX000'
/** A standby cancels statements that hold up recovery, with the codes of conflicts between transactions. */
const CONFLICT = /^40(001|P01)$/
/** PostgreSQL's functions that report a conflict with recovery. Messages are translated, function names are not. */
const RECOVERY_ROUTINE = /^ProcessInterrupts$|recovery_?conflict/i

/** The severity of an error that ended a connection, or prevented it, as English and Spanish servers write it. */
const FATAL = 'FATAL'

type DatabaseError = Error & { code?: unknown; routine?: unknown; severity?: unknown }

/** The database accepts no writes: its server is a standby, or its operator made it read-only. */
export class ReadOnlyDatabaseError extends Error {
  readonly code = READ_ONLY
}

/** Drizzle wraps the driver's error, so the check follows `cause`. */
function isOrHasCause(error: unknown, isMatch: (error: DatabaseError) => boolean): boolean {
  if (!(error instanceof Error)) return false
  return isMatch(error) || isOrHasCause(error.cause, isMatch)
}

/** Whether the statement failed because the database is read-only, so that its connection must not be reused. */
export const isReadOnlyError = (error: unknown): boolean =>
  isOrHasCause(error, ({ code }) => code === READ_ONLY)

/** Whether the same call can succeed later: the database is stopped, unreachable, overloaded, or failing over. */
export const isDatabaseAway = (error: unknown): boolean =>
  isOrHasCause(error, ({ code, routine, severity, message }) => {
    if (POOL_MESSAGE.test(message) || (code === INTERNAL_ERROR && severity === FATAL)) return true
    if (typeof code !== 'string') return false
    return DATABASE_AWAY.test(code) || (CONFLICT.test(code) && RECOVERY_ROUTINE.test(String(routine)))
  })
