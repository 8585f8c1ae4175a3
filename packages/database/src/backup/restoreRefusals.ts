import pg from 'pg'
import { BackupError } from './backupFormat.ts'

const IN_USE_MESSAGE = 'otros procesos usan la base de datos: detenga la aplicación e inténtelo de nuevo'

/**
 * Returns a BackupError with one line for the operator if invalid rows, a lock or a dependent object have caused the
 * database error; returns any other error unchanged.
 */
export function explainRefusal(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  const { code = '', table, constraint, detail } = error
  const isWrongRow = /^2[23]/.test(code) || code === '42703'
  const location = [table, constraint].filter(Boolean).join(', ')
  if (isWrongRow) {
    const suffix = location ? ` (${location})` : ''
    return new BackupError(`el respaldo no cumple las reglas de la base de datos${suffix}`, { cause: error })
  }
  if (code === '55P03' || code === '40P01') return new BackupError(IN_USE_MESSAGE, { cause: error })
  if (code === '2BP01') {
    const [first] = (detail ?? '').split('\n')
    return new BackupError(`hay objetos ajenos que dependen de las tablas: ${first}`, { cause: error })
  }
  return error
}
