import { ConfigError } from '@apoderados/core/configError'
import { StorageUnavailableError } from '@apoderados/core/files/fileStore'

/** The current step of the start, which selects the messages for its errors. */
export type StartPhase = 'settings' | 'database' | 'address'

/** The advice skips the port of the console, which is the one after PORT. */
const portTakenMessage = (port: number) =>
  `port ${port} is taken: stop the other server, or choose another port: PORT=${port + 2} npm start`

/** The messages of errors in the phases 'settings' and 'address', by system error code. */
const ERROR_MESSAGES: Record<string, (error: NodeJS.ErrnoException) => string> = {
  EADDRINUSE: (error) => portTakenMessage(Number((error as { port?: number }).port)),
  EADDRNOTAVAIL: () => 'HOST is not an address of this machine',
  EACCES: (error) => `no permission for ${error.path ?? 'the port'}`,
  EPERM: (error) => `no permission for ${error.path ?? 'the port'}`,
  EROFS: (error) => `${error.path} is on a read-only disk`,
  ENOTDIR: (error) => `${error.path} is not a folder`,
  EEXIST: (error) => `${error.path} is not a folder`,
  ENOSPC: () => 'the disk is full',
  ENOTFOUND: () => 'HOST is not an address of this machine',
}
const DATABASE_ERROR_MESSAGES: Record<string, string> = {
  ECONNREFUSED: 'the database does not answer',
  ETIMEDOUT: 'the database does not answer',
  ENOTFOUND: 'the database’s host is unknown',
  EAI_AGAIN: 'the database’s host is unknown',
  '25006': 'the database is a standby or read-only',
  '28P01': 'the database refuses the password',
  '28000': 'the database refuses this user',
  '3D000': 'the database does not exist',
  '42501': 'the database user may not create tables',
}

/** The messages of a full disk by error code. They omit `check DATABASE_URL`, because that setting is not the cause. */
const DISK_FULL_MESSAGES: Record<string, string> = {
  '53100': 'the database’s disk is full',
  ENOSPC: 'the disk is full',
}

/** Matches the driver's messages about a host that accepts a connection but does not answer. */
const NO_RESPONSE_PATTERN = /timeout|terminated/i
/** Matches the driver's message about a missing password. */
const NO_PASSWORD_PATTERN = /client password must be/
/** Matches PgBouncer's message about a parameter that it does not pass on, such as 'statement_timeout'. */
const POOLER_PATTERN = /unsupported startup parameter/

function explainDriverMessage(message: string): string {
  const [firstLine = ''] = message.split('\n')
  if (POOLER_PATTERN.test(firstLine)) return 'a pooler answers, where PostgreSQL itself is needed'
  if (NO_RESPONSE_PATTERN.test(firstLine)) return 'the database does not answer'
  return NO_PASSWORD_PATTERN.test(firstLine) ? 'the database wants a password' : `the database: ${firstLine}`
}

/**
 * Returns one line for an error that an operator can correct; other errors keep their stack for a developer. For the
 * embedded database (`isEmbedded`), which has no DATABASE_URL, the line omits the advice to check that setting.
 */
export function explainStartError(error: unknown, phase: StartPhase, isEmbedded = false): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof StorageUnavailableError) return `${error.message}: check STORAGE_URL`
  const cause = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  const { code = '' } = cause
  if (phase !== 'database') return ERROR_MESSAGES[code]?.(cause) ?? cause.stack ?? String(cause)
  if (DISK_FULL_MESSAGES[code]) return DISK_FULL_MESSAGES[code]
  const explanation = DATABASE_ERROR_MESSAGES[code] ?? explainDriverMessage(cause.message)
  return isEmbedded ? explanation : `${explanation}: check DATABASE_URL`
}
