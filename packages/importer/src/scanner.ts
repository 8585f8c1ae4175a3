import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Refusal } from './explain.ts'
import type { Problem } from './problems.ts'

/**
 * A function that scans a file for viruses, and returns the problem that it finds; undefined if there is none.
 * @throws {Refusal} if the scanner fails
 */
export type Scan = (file: string, bytes: Uint8Array) => Promise<Problem | undefined>

const INFECTED_STATUS = 1
const SCAN_TIMEOUT_MS = 120_000

/**
 * Returns a scan that runs the program of `command` for each file (R26). The program reads the file from its standard
 * input, and exits with 0 if the file is clean and with 1 if it is infected, like clamdscan. It is started without a
 * shell, so that special characters in the command have no effect. Without a command, nothing is scanned.
 */
export function createScan(command: string | undefined): Scan {
  if (command === undefined) return async () => undefined
  const [program = '', ...args] = command.trim().split(/\s+/)
  const failed = (why: string) =>
    new Refusal(
      `El antivirus no revisó los archivos (${program}: ${why}). No se guardó nada. Revise SCAN_COMMAND.`,
    )
  return async (file, bytes) => {
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], timeout: SCAN_TIMEOUT_MS })
    child.stdin?.on('error', () => {}) // the scanner may stop reading before the end
    child.stdin?.end(bytes)
    const [status] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
      throw failed(error.code === 'ENOENT' ? 'no existe' : `${error.code}`)
    })
    if (status === 0) return undefined
    if (status !== INFECTED_STATUS) throw failed(status === null ? 'no terminó' : `terminó con ${status}`)
    return { file, message: 'el antivirus lo rechaza', expected: 'el archivo sin virus' }
  }
}
