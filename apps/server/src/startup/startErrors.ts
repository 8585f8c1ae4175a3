import { ConfigError } from '@apoderados/database/configError'
import { StorageUnavailableError } from '@apoderados/database/files/fileStore'

/** What the start is at: an error is then told as one of that. */
export type Phase = 'settings' | 'database' | 'address'

const portTaken = (port: number) =>
  `port ${port} is taken: stop the other server, or choose another port: PORT=${port + 1} npm start`

/** By the system's code, while settings are read and the address is taken. */
const IN_ONE_LINE: Record<string, (error: NodeJS.ErrnoException) => string> = {
  EADDRINUSE: (error) => portTaken(Number((error as { port?: number }).port)),
  EADDRNOTAVAIL: () => 'HOST is not an address of this machine',
  EACCES: (error) => `no permission for ${error.path ?? 'the port'}`,
  EPERM: (error) => `no permission for ${error.path ?? 'the port'}`,
  EROFS: (error) => `${error.path} is on a read-only disk`,
  ENOTDIR: (error) => `${error.path} is not a folder`,
  EEXIST: (error) => `${error.path} is not a folder`,
  ENOSPC: () => 'the disk is full',
  ENOTFOUND: () => 'HOST is not an address of this machine',
}
const DATABASE_IN_ONE_LINE: Record<string, string> = {
  ECONNREFUSED: 'the database does not answer',
  ETIMEDOUT: 'the database does not answer',
  ENOTFOUND: 'the database’s host is unknown',
  EAI_AGAIN: 'the database’s host is unknown',
  '28P01': 'the database refuses the password',
  '28000': 'the database refuses this user',
  '3D000': 'the database does not exist',
  '42501': 'the database user may not create tables',
}

/** `DATABASE_URL` has no part in it. */
const DISK_FULL: Record<string, string> = {
  '53100': 'the database’s disk is full',
  ENOSPC: 'the disk is full',
}

/** What the driver says itself, of a host that takes a connection and then says nothing, and of no password. */
const SILENT = /timeout|terminated/i
const NO_PASSWORD = /client password must be/
/** PgBouncer's words, of what it does not pass on, such as 'statement_timeout'. */
const POOLER = /unsupported startup parameter/

function saidByDriver(message: string): string {
  const [firstLine = ''] = message.split('\n')
  if (POOLER.test(firstLine)) return 'a pooler answers, where PostgreSQL itself is needed'
  if (SILENT.test(firstLine)) return 'the database does not answer'
  return NO_PASSWORD.test(firstLine) ? 'the database wants a password' : `the database: ${firstLine}`
}

/**
 * One line for what an operator can mend; anything else keeps its stack, for whoever mends the code. `isEmbedded`: the
 * database has no DATABASE_URL to be checked.
 */
export function explain(error: unknown, phase: Phase, isEmbedded = false): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof StorageUnavailableError) return `${error.message}: check STORAGE_URL`
  const cause = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  const { code = '' } = cause
  if (phase !== 'database') return IN_ONE_LINE[code]?.(cause) ?? cause.stack ?? String(cause)
  if (DISK_FULL[code]) return DISK_FULL[code]
  const words = DATABASE_IN_ONE_LINE[code] ?? saidByDriver(cause.message)
  return isEmbedded ? words : `${words}: check DATABASE_URL`
}
