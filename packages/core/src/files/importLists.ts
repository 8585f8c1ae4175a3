import { join } from 'node:path'
import { removeOldFiles } from './atomicFile.ts'

const PROBLEM_LIST_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-errores\.csv$/

const importFolderOf = (dataDir: string) => join(dataDir, 'imports')

/** Returns the path for a list of an import's problems, in `dataDir`. Its name is '2026-11-21T03-00-00-errores.csv'. */
export const newImportListPath = (dataDir: string, now: Date) =>
  join(importFolderOf(dataDir), `${now.toISOString().slice(0, 19).replaceAll(':', '-')}-errores.csv`)

/** Deletes the lists of imports' problems that are older than 30 days, because they contain names of people. */
export const removeOldImportLists = (dataDir: string) =>
  removeOldFiles(importFolderOf(dataDir), (name) => PROBLEM_LIST_NAME.test(name), 30)
