/**
 * PostgreSQL's error codes for a lost connection, a shutdown, exhausted resources (connections, disk, memory), a
 * cancelled statement and a read-only database; then Node's codes for socket and DNS errors.
 */
const DATABASE_AWAY_CODE =
  /^(08|57P|53)|^(57014|25006)$|^ECONN|^(ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH)$/
/** Messages of the driver's errors for the same causes that have no code. */
const DATABASE_AWAY_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable$/

const READ_ONLY_CODE = '25006'
/** PostgreSQL's code for an internal error. With a full disk, an attempt to connect fails with this code. */
const INTERNAL_ERROR_CODE = 'XX000'
/** Codes of conflicts of transactions, also used by a standby when it cancels a statement that delays recovery. */
const CONFLICT_CODE = /^40(001|P01)$/
/** PostgreSQL's functions that report a conflict with recovery. Unlike messages, their names are not translated. */
const RECOVERY_ROUTINE = /^ProcessInterrupts$|recovery_?conflict/i

/** The severity of an error that ended or prevented a connection. Servers in English and Spanish write it like this. */
const FATAL_SEVERITY = 'FATAL'

type DatabaseError = Error & { code?: unknown; routine?: unknown; severity?: unknown }

/** The error that the database accepts no writes: its server is a standby, or its operator has made it read-only. */
export class ReadOnlyDatabaseError extends Error {
  readonly code = READ_ONLY_CODE
}

/** Whether the error or one of its causes matches. Drizzle makes the driver's error the cause of its own. */
function isOrHasCause(error: unknown, isMatch: (error: DatabaseError) => boolean): boolean {
  if (!(error instanceof Error)) return false
  return isMatch(error) || isOrHasCause(error.cause, isMatch)
}

/** Whether a statement failed because the database is read-only. Its connection must then not be reused. */
export const isReadOnlyError = (error: unknown): boolean =>
  isOrHasCause(error, ({ code }) => code === READ_ONLY_CODE)

/** Whether the database is stopped, unreachable, overloaded or failing over, so that the call can succeed later. */
export const isDatabaseAway = (error: unknown): boolean =>
  isOrHasCause(error, ({ code, routine, severity, message }) => {
    if (DATABASE_AWAY_MESSAGE.test(message) || (code === INTERNAL_ERROR_CODE && severity === FATAL_SEVERITY))
      return true
    if (typeof code !== 'string') return false
    return (
      DATABASE_AWAY_CODE.test(code) || (CONFLICT_CODE.test(code) && RECOVERY_ROUTINE.test(String(routine)))
    )
  })
