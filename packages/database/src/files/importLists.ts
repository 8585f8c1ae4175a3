import { join } from 'node:path'
import { removeOld } from './atomicFile.ts'

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-errores\.csv$/

const folderOf = (dataDir: string) => join(dataDir, 'imports')

/** Where the list of an import's problems goes, below `dataDir`: '2026-11-21T03-00-00-errores.csv'. */
export const newImportList = (dataDir: string, now: Date) =>
  join(folderOf(dataDir), `${now.toISOString().slice(0, 19).replaceAll(':', '-')}-errores.csv`)

/** Those of a month ago, as they name people. */
export const removeOldImportLists = (dataDir: string) =>
  removeOld(folderOf(dataDir), (name) => NAME.test(name), { days: 30, kept: 0 })
