import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeIn, UNKNOWN } from './code.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Begins a run that leaves a result: removes the stamp of an earlier run, and returns a function that writes the new
 * stamp. It writes none if the code changed during the run, because the result then belongs to neither version.
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

/** Whether a result has a stamp, and the stamp is of the current code. */
export function isStamped(path: string, folder = root): boolean {
  try {
    const { code } = JSON.parse(readFileSync(path, 'utf8'))
    return code !== UNKNOWN && code === codeIn(folder)
  } catch {
    return false
  }
}

/** The stamp of a suite that passed with these arguments: a part of a suite proves less than the whole. */
export const stampOfSuite = (name: string, args: string[] = []) =>
  join(root, 'data/reports/suites', `${[name, ...args].join(' ').replace(/[^\w-]+/g, '-')}.json`)
/** The stamp of the reports in a folder. */
export const stampOfReports = (folder: string) => join(folder, 'code.json')
