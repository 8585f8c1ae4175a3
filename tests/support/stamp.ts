import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { identifyCode, UNKNOWN_CODE } from './code.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Begins a run whose result gets a stamp: a file that names the tested code. Removes the stamp of an earlier run, and
 * returns a function that writes the new one, except if the code changed during the run: the result then belongs to
 * neither version.
 */
export function beginStamp(path: string, folder = root): () => void {
  rmSync(path, { force: true })
  const code = identifyCode(folder)
  return () => {
    if (code === UNKNOWN_CODE || identifyCode(folder) !== code) return
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify({ code }))
  }
}

/** Returns whether a result has a stamp, and the stamp is of the current code. */
export function isStamped(path: string, folder = root): boolean {
  try {
    const { code } = JSON.parse(readFileSync(path, 'utf8'))
    return code !== UNKNOWN_CODE && code === identifyCode(folder)
  } catch {
    return false
  }
}

/**
 * Returns the path of a suite's stamp. The file's name contains the arguments, because a run that `--only` limits to
 * some trials proves less than a whole run.
 */
export const stampOfSuite = (name: string, args: string[] = []) =>
  join(root, 'data/reports/suites', `${[name, ...args].join(' ').replace(/[^\w-]+/g, '-')}.json`)
/** Returns the path of the stamp of the reports in a folder. */
export const stampOfReports = (folder: string) => join(folder, 'code.json')
