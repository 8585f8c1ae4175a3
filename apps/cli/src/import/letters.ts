import { open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readInvitations } from '@apoderados/database/invitations/invitationLetters'
import { explain, Refusal } from '@apoderados/importer/explain'
import type { Connection } from '../connection.ts'
import { writeLetters } from '../letters/letters.ts'

/**
 * Before anything is written, as the letters come at the very end.
 * @throws {Refusal} for a file that is there; the system's error for a folder that takes none
 */
export async function refuseUnfitPlace(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined)) !== undefined)
    throw new Refusal(`${path} ya existe. Elija otro nombre para las cartas.`)
  const trial = `${path}.${process.pid}.partial`
  try {
    await rm(trial, { force: true }) // of a killed process that had our number
    await (await open(trial, 'wx', 0o600)).close()
  } catch (error) {
    throw Object.assign(error as Error, { path: dirname(path) })
  }
  await rm(trial)
}

/** The passwords are in force already: who got no letter gets one later. @throws {Refusal} */
export async function printLetters(
  { db, keys, publicUrl }: Connection,
  path: string,
  invited: number[],
): Promise<void> {
  try {
    await writeLetters(path, readInvitations(db, keys, invited), publicUrl)
  } catch (error) {
    const advice = 'Los datos quedaron guardados. Imprímalas con npm run admin -- invitation letters.'
    throw new Refusal(`Las cartas no se escribieron. ${explain(error)}\n${advice}`, { cause: error })
  }
}
