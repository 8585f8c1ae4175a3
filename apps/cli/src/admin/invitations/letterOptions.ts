import type { Queryable } from '@apoderados/database/client/open'
import { readInvitations } from '@apoderados/database/invitations/invitationLetters'
import type { Connection } from '../../connection.ts'
import { writeLetters } from '../../letters/letters.ts'
import { typedPath } from '../../terminal/typedPath.ts'
import { UsageError } from '../command.ts'

/** The two ways of a one-time password to its guardian. */
export const WAYS = {
  mail: { about: 'por correo, por la cola del servidor' },
  letters: { value: 'archivo.pdf', about: 'en cartas para imprimir, una página por apoderado' },
}

/** Where the letters go; undefined sends mails. @throws {UsageError} unless one of both is chosen */
export function readWay({
  mail,
  letters,
}: {
  mail: boolean
  letters: string | undefined
}): string | undefined {
  if (mail === (letters !== undefined))
    throw new UsageError('Falta --mail o --letters <archivo.pdf>: uno de los dos.')
  return letters === undefined ? undefined : typedPath(letters)
}

/** In the transaction that makes the passwords: without letters they are undone. How many there are. */
export const writeLettersOf = (
  transaction: Queryable,
  { keys, publicUrl }: Pick<Connection, 'keys' | 'publicUrl'>,
  parent_ids: number[],
  path: string,
): Promise<number> => writeLetters(path, readInvitations(transaction, keys, parent_ids), publicUrl)
