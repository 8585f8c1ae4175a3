import { open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { explain, Refusal } from '@apoderados/importer/explain'
import type { Connection } from '../connection.ts'
import { writeInvitationLetters } from '../letters/letters.ts'

/**
 * Checks the path before the import starts, because the letters are written at its end.
 * @throws {Refusal} if the file exists; the system's error if the folder is not writable
 */
export async function checkLettersPath(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined)) !== undefined)
    throw new Refusal(`${path} ya existe. Elija otro nombre para las cartas.`)
  const probePath = `${path}.${process.pid}.partial`
  try {
    await rm(probePath, { force: true }) // a killed process with the same id may have left the file
    await (await open(probePath, 'wx', 0o600)).close()
  } catch (error) {
    throw Object.assign(error as Error, { path: dirname(path) })
  }
  await rm(probePath)
}

/**
 * Writes the letters of the invited guardians. @throws {Refusal} if that fails; the passwords are already saved, so
 * that the letters can be printed later
 */
export async function printLetters(connection: Connection, path: string, invited: number[]): Promise<void> {
  try {
    await writeInvitationLetters(connection.db, connection, invited, path)
  } catch (error) {
    const advice = 'Los datos quedaron guardados. Imprímalas con npm run admin -- invitation letters.'
    throw new Refusal(`Las cartas no se escribieron. ${explain(error)}\n${advice}`, { cause: error })
  }
}
