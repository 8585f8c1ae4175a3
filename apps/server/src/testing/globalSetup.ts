import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startCluster } from '../db/cluster.ts'
import { loadDemo } from '../db/demo/load.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { createFiles } from '../files.ts'
import { createPasswords } from '../passwords.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the cluster's own database; each test file makes its copy of `template`. */
    clusterUrl: string
    dataDir: string
  }
}

/** One real PostgreSQL for the whole run, of all projects, with a template that holds the demo school. */
export async function setup(project: TestProject) {
  if (project.getProvidedContext().clusterUrl !== undefined) return // of a project before this one
  const dataDir = await mkdtemp(join(tmpdir(), 'apoderados-test-'))
  await chmod(dataDir, 0o711)
  const cluster = await startCluster(dataDir)
  const admin = openDatabase(cluster.url)
  await admin.$client.query('create database template')
  const template = openDatabase(cluster.url.replace(/postgres$/, 'template'))
  await migrate(cluster.url.replace(/postgres$/, 'template'), dataDir)
  await loadDemo(
    template,
    createFiles({ dataDir }),
    await createPasswords(),
    new Date('2026-08-17T15:00:00Z'),
  )
  await template.$client.end()
  await admin.$client.end()
  project.vitest.provide('clusterUrl', cluster.url)
  project.vitest.provide('dataDir', dataDir)
  return async () => {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
