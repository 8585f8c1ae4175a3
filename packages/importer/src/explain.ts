import { ConfigError } from '@apoderados/core/configError'
import { StorageUnavailableError } from '@apoderados/core/files/fileStore'

/** The reason why a command is refused; the message is one line for the operator. */
export class Refusal extends Error {}

const SYSTEM_ERRORS: Record<string, string> = {
  ENOSPC: 'el disco está lleno',
  EDQUOT: 'el disco está lleno',
  EACCES: 'falta el permiso',
  EPERM: 'falta el permiso',
  EROFS: 'el disco es de solo lectura',
  ENOENT: 'no existe',
  EEXIST: 'ya existe',
  ENOTDIR: 'no es una carpeta',
  EISDIR: 'es una carpeta',
}

const UNREACHABLE_MESSAGE =
  'La base de datos no responde. Revise DATABASE_URL y que el servidor de PostgreSQL esté en marcha.'
const DATABASE_ERRORS: Record<string, string> = {
  ECONNREFUSED: UNREACHABLE_MESSAGE,
  ECONNRESET: UNREACHABLE_MESSAGE,
  ETIMEDOUT: UNREACHABLE_MESSAGE,
  EHOSTUNREACH: UNREACHABLE_MESSAGE,
  ENOTFOUND: 'No se encuentra el servidor de la base de datos. Revise DATABASE_URL.',
  EAI_AGAIN: 'No se encuentra el servidor de la base de datos. Revise DATABASE_URL.',
  '08P01':
    'En DATABASE_URL no contesta PostgreSQL mismo. Indique su dirección, sin PgBouncer ni otro intermediario.',
  '25006':
    'La base de datos es de solo lectura. Revise que DATABASE_URL indique el servidor principal y no una réplica.',
  '28P01': 'La base de datos rechaza la contraseña. Revise DATABASE_URL.',
  '28000': 'La base de datos rechaza a ese usuario. Revise DATABASE_URL.',
  '3D000': 'La base de datos no existe. Revise DATABASE_URL.',
  '42P01':
    'La base de datos no tiene las tablas de Apoderados. Ejecute schema update, o parta el servidor con la cuenta dueña.',
  '42501':
    'La cuenta de la base de datos no tiene los permisos necesarios. schema update, move import y demo on piden la cuenta dueña de las tablas.',
  '53100': 'El disco de la base de datos está lleno. No se guardó nada.',
  '53300': 'La base de datos no acepta más conexiones por ahora. Inténtelo de nuevo.',
  '57014':
    'La base de datos cortó la operación, por un límite de tiempo suyo o porque alguien lo pidió. Inténtelo de nuevo.',
  '57P01': 'La base de datos se detuvo. No se guardó nada.',
  '57P02': 'La base de datos se detuvo. No se guardó nada.',
  '57P03': 'La base de datos está partiendo. Inténtelo de nuevo en unos segundos.',
  '55P03': 'Una importación u otro comando tiene ocupados esos datos. Inténtelo de nuevo cuando termine.',
  '23505': 'Otra operación cambió esos datos al mismo tiempo. No se guardó nada: inténtelo de nuevo.',
  '23503': 'Otra operación cambió esos datos al mismo tiempo. No se guardó nada: inténtelo de nuevo.',
  '40001': 'Otra operación cambió esos datos al mismo tiempo. No se guardó nada: inténtelo de nuevo.',
  '40P01': 'Otra operación cambió esos datos al mismo tiempo. No se guardó nada: inténtelo de nuevo.',
}
/** Errors that the database driver reports without a code. */
const DRIVER_ERRORS: [RegExp, string][] = [
  [
    /^(connection terminated|timeout exceeded when trying to connect|client has encountered a connection)/i,
    UNREACHABLE_MESSAGE,
  ],
  [/client password must be/, 'A DATABASE_URL le falta la contraseña.'],
  [
    /server does not support SSL/,
    'El servidor de PostgreSQL no ofrece TLS. Actívelo en él, o quite sslmode de DATABASE_URL.',
  ],
]
/** Matches Node's error codes for invalid certificates. */
const CERTIFICATE_ERROR = /CERT|^UNABLE_TO_VERIFY_/

type CodedError = NodeJS.ErrnoException

/** Returns the innermost error, because the message of Drizzle's own error contains the statement's values. */
function innermostCause(error: unknown): CodedError {
  const { cause } = error as Error
  if (cause instanceof Error) return innermostCause(cause)
  // If no address of the host answered, the error contains one error for each address.
  return (error instanceof AggregateError ? error.errors[0] : error) as CodedError
}

/** Returns one line for an error that an operator can fix; for any other error its stack, for a developer. */
export function explain(error: unknown): string {
  if (error instanceof Refusal) return error.message
  if (error instanceof ConfigError) return `No se puede: ${error.message}`
  if (error instanceof StorageUnavailableError)
    return `El almacén de archivos no hizo lo pedido (${error.code}). Revise STORAGE_URL y que el almacén esté en marcha.`
  const cause = innermostCause(error)
  const { code = '', path, message } = cause
  if (DATABASE_ERRORS[code]) return DATABASE_ERRORS[code]
  if (CERTIFICATE_ERROR.test(code))
    return `El certificado de la base de datos no sirve (${code}). Revise que esté vigente, que lleve el nombre que está en DATABASE_URL y que sslrootcert indique el archivo de quien lo emitió.`
  const known = DRIVER_ERRORS.find(([pattern]) => pattern.test(message))
  if (known) return known[1]
  if (SYSTEM_ERRORS[code]) return `No se puede: ${path ? `${path}: ` : ''}${SYSTEM_ERRORS[code]}`
  return cause.stack ?? String(cause)
}
