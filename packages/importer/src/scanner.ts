import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Refusal } from './explain.ts'
import type { Problem } from './problems.ts'

/** What the school's virus scanner has against a file; undefined when nothing. @throws {Refusal} when it does not work */
export type Scan = (file: string, bytes: Uint8Array) => Promise<Problem | undefined>

const FOUND = 1
const SCAN_MS = 120_000

/** No shell reads it: a name or a sign in it starts nothing. */
const wordsOf = (command: string) => command.trim().split(/\s+/)

const broken = (command: string, why: string) =>
  new Refusal(
    `El antivirus no revisó los archivos (${wordsOf(command)[0]}: ${why}). No se guardó nada. Revise SCAN_COMMAND.`,
  )

/**
 * A program that reads a file on its standard input and ends with 0 for a clean one and 1 for another, as clamdscan
 * does (R26). Without one, every file is as good as its kind.
 */
export function createScan(command: string | undefined): Scan {
  if (command === undefined) return async () => undefined
  const [program = '', ...args] = wordsOf(command)
  return async (file, bytes) => {
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], timeout: SCAN_MS })
    child.stdin?.on('error', () => {}) // it may know enough before the end
    child.stdin?.end(bytes)
    const [status] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
      throw broken(command, error.code === 'ENOENT' ? 'no existe' : `${error.code}`)
    })
    if (status === 0) return undefined
    if (status !== FOUND) throw broken(command, status === null ? 'no terminó' : `terminó con ${status}`)
    return { file, message: 'el antivirus lo rechaza', expected: 'el archivo sin virus' }
  }
}
