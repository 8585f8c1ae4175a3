import { join } from 'node:path'
import { removeOldFiles } from './atomicFile.ts'

const LIST_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-errores\.csv$/

const folderOf = (dataDir: string) => join(dataDir, 'imports')

/** The path for the list of an import's problems, in `dataDir`: '2026-11-21T03-00-00-errores.csv'. */
export const newImportListPath = (dataDir: string, now: Date) =>
  join(folderOf(dataDir), `${now.toISOString().slice(0, 19).replaceAll(':', '-')}-errores.csv`)

/** Deletes the lists in `dataDir` that are older than 30 days, because they contain names of people. */
export const removeOldImportLists = (dataDir: string) =>
  removeOldFiles(folderOf(dataDir), (name) => LIST_NAME.test(name), { days: 30, keptCount: 0 })
