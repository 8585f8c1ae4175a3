import { randomBytes } from 'node:crypto'
import { createMigrationTables } from '@apoderados/core/db/schema/appliedMigrations'
import { applyMigration } from '@apoderados/core/db/schema/migrate'
import { readMigrations } from '@apoderados/core/db/schema/migrationFiles'
import { inject } from 'vitest'
import { withClient } from '../client.ts'

/** Creates a database, applies the oldest `migrations` migrations to it, by default all, and returns its URL. */
export async function freshDatabase(migrations = readMigrations().length): Promise<string> {
  const clusterUrl = inject('clusterUrl')
  const name = `fresh_${randomBytes(6).toString('hex')}`
  await withClient(clusterUrl, (admin) => admin.query(`create database ${name}`))
  const url = clusterUrl.replace(/postgres$/, name)
  await withClient(url, async (client) => {
    await client.query('begin') // In one transaction, PostgreSQL flushes to disk only once.
    await createMigrationTables(client)
    for (const migration of readMigrations().slice(0, migrations)) await applyMigration(client, migration)
    await client.query('commit')
  })
  return url
}
