import { pipeline } from 'node:stream/promises'
import type { Queryable } from '@apoderados/core/db/client/open'
import { writeFileAtomic } from '@apoderados/core/files/atomicFile'
import { type Letter, readInvitations } from '@apoderados/core/invitations/invitationLetters'
import { printLetters } from '@apoderados/core/letters/printLetters'
import { Refusal } from '@apoderados/importer/explain'
import type { Connection } from '../connection.ts'

/**
 * Writes one page per letter, in the order of `letters`, and returns the number of letters. Only the operator's system
 * user can read the file, which appears only when it is complete.
 * @throws an error with code EEXIST if the file exists
 */
export async function writeLetters(
  path: string,
  letters: AsyncIterable<Letter[]>,
  publicUrl: string | undefined,
): Promise<number> {
  let count = 0
  const pages = printLetters(letters, publicUrl, (drawn) => {
    count = drawn
  })
  await writeFileAtomic(path, (file) => pipeline(pages, file))
  return count
}

/** Refuses letters and mails that would not say where to sign in. @throws {Refusal} without PUBLIC_URL */
export function requirePublicUrl(publicUrl: string | undefined): void {
  if (publicUrl === undefined)
    throw new Refusal(
      'Falta PUBLIC_URL, la dirección en que las familias abren la aplicación: sin ella, cartas y correos no dicen dónde entrar. Póngala también para este comando.',
    )
}

/** Writes the letters of these guardians' valid invitations, or of all valid ones, as `writeLetters` does. */
export const writeInvitationLetters = (
  db: Queryable,
  { keys, publicUrl }: Pick<Connection, 'keys' | 'publicUrl'>,
  parent_ids: number[] | 'all live',
  path: string,
): Promise<number> => writeLetters(path, readInvitations(db, keys, parent_ids), publicUrl)
