import { saveRows } from '@apoderados/importer/testing/savedRows'
import type { TestServer } from '@apoderados/testing/testServer'
import { beforeEach } from 'vitest'

/**
 * Gives each test the rows that `prepare` writes. `prepare` runs only before the first test; before each later test,
 * the rows are restored from a copy, which is faster than an import.
 */
export function setupPreparedDatabase(server: () => TestServer, prepare: () => Promise<void>): void {
  let restore: (() => Promise<void>) | undefined
  beforeEach(async () => {
    if (restore) return restore()
    await prepare()
    restore = await saveRows(async (sql) => (await server().db.$client.query(sql)).rows)
  })
}
