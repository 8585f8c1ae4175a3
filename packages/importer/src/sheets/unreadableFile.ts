import { UnreadableFileError } from './sheet.ts'

const NO_PERMISSION = 'no hay permiso para leerlo: cambie sus permisos o cópielo a otra carpeta'
const REASONS: Record<string, string> = {
  ENOENT: 'no existe: revise la ruta',
  ENOTDIR: 'no existe: revise la ruta',
  ENAMETOOLONG: 'su nombre es demasiado largo: acórtelo',
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  ELOOP: 'es un enlace que no lleva a ningún archivo: entregue el archivo mismo',
}
const DAMAGED = 'está dañado o incompleto: cópielo de nuevo o vuelva a guardarlo'

export const damaged = (file: string) => new UnreadableFileError(file, DAMAGED)

/** Turns an error of the system or of an archive into a message for the operator; rethrows any other error. */
export function asBadFile(file: string, error: unknown): UnreadableFileError {
  if (error instanceof UnreadableFileError) return error
  if (!(error instanceof Error)) throw error
  const code = 'code' in error ? String(error.code) : undefined
  if (!code && error.constructor !== Error) throw error
  const otherwise = 'syscall' in error ? `no se pudo leer (${code}): inténtelo de nuevo` : DAMAGED
  return new UnreadableFileError(file, REASONS[code ?? ''] ?? otherwise)
}

/** Makes a name safe for a terminal: names come from strangers and may contain control characters. */
export const shownName = (name: string) => name.toWellFormed().replace(/\p{Cc}|\p{Cf}/gu, '�')
