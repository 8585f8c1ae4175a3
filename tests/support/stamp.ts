import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeIn, UNKNOWN } from './code.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Begins what is to leave a result: the stamp of an earlier one goes, and the function that is given back sets the new
 * one. None is set where the code changed meanwhile, as nobody knows then which of both the result is of.
 */
export function beginStamp(path: string, folder = root): () => void {
  rmSync(path, { force: true })
  const code = codeIn(folder)
  return () => {
    if (code === UNKNOWN || codeIn(folder) !== code) return
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify({ code }))
  }
}

/** Whether a result's stamp is there and of the code as it is now. */
export function isStamped(path: string, folder = root): boolean {
  try {
    const { code } = JSON.parse(readFileSync(path, 'utf8'))
    return code !== UNKNOWN && code === codeIn(folder)
  } catch {
    return false
  }
}

/** Of a suite that passed, as it was asked: what a part of it proves is not what the whole does. */
export const stampOfSuite = (name: string, args: string[] = []) =>
  join(root, 'data/reports/suites', `${[name, ...args].join(' ').replace(/[^\w-]+/g, '-')}.json`)
/** Of the reports in a folder. */
export const stampOfReports = (folder: string) => join(folder, 'code.json')
