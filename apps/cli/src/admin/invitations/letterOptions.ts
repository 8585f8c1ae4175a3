import type { Queryable } from '@apoderados/database/client/open'
import { readInvitations } from '@apoderados/database/invitations/invitationLetters'
import type { Connection } from '../../connection.ts'
import { writeLetters } from '../../letters/letters.ts'
import { typedPath } from '../../terminal/typedPath.ts'
import { UsageError } from '../command.ts'

/** The options for the two ways to deliver one-time passwords. */
export const DELIVERY_OPTIONS = {
  mail: { about: 'por correo, por la cola del servidor' },
  letters: { value: 'archivo.pdf', about: 'en cartas para imprimir, una página por apoderado' },
}

/**
 * Returns the path of the PDF file for the letters; undefined for delivery by mail.
 * @throws {UsageError} unless exactly one of the two options is used
 */
export function readDelivery({
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

/**
 * Writes the letters inside the transaction that creates the passwords: if the file cannot be written, the passwords
 * are not created either. Returns the number of letters.
 */
export const writeLettersOf = (
  transaction: Queryable,
  { keys, publicUrl }: Pick<Connection, 'keys' | 'publicUrl'>,
  parent_ids: number[],
  path: string,
): Promise<number> => writeLetters(path, readInvitations(transaction, keys, parent_ids), publicUrl)
