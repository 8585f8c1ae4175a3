import type { Report } from '../problems.ts'
import { UnreadableFileError } from './sheet.ts'

const NO_PERMISSION_MESSAGE = 'no hay permiso para leerlo: cambie sus permisos o cópielo a otra carpeta'
const SYSTEM_ERROR_MESSAGES: Record<string, string> = {
  ENOENT: 'no existe: revise la ruta',
  ENOTDIR: 'no existe: revise la ruta',
  ENAMETOOLONG: 'su nombre es demasiado largo: acórtelo',
  EACCES: NO_PERMISSION_MESSAGE,
  EPERM: NO_PERMISSION_MESSAGE,
  ELOOP: 'es un enlace que no lleva a ningún archivo: entregue el archivo mismo',
}
const DAMAGED_MESSAGE = 'está dañado o incompleto: cópielo de nuevo o vuelva a guardarlo'

export const damagedError = (file: string) => new UnreadableFileError(file, DAMAGED_MESSAGE)

/** Turns an error of the system or of the zip library into an UnreadableFileError; rethrows any other error. */
export function toUnreadableFileError(file: string, error: unknown): UnreadableFileError {
  if (error instanceof UnreadableFileError) return error
  if (!(error instanceof Error)) throw error
  const code = 'code' in error ? String(error.code) : undefined
  if (!code && error.constructor !== Error) throw error
  const otherwise = 'syscall' in error ? `no se pudo leer (${code}): inténtelo de nuevo` : DAMAGED_MESSAGE
  return new UnreadableFileError(file, SYSTEM_ERROR_MESSAGES[code ?? ''] ?? otherwise)
}

/** Does some work on a file, and reports it as a problem if the file cannot be read. */
export async function reportUnreadable(
  file: string,
  report: Report,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    report.problem(toUnreadableFileError(file, error).toProblem())
  }
}

/** Makes a file's name safe for a terminal: it comes from strangers and may contain control characters. */
export const shownName = (name: string) => name.toWellFormed().replace(/\p{Cc}|\p{Cf}/gu, '�')
