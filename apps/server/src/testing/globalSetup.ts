import { readFileSync, rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
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

/** A run that is cut off by a signal undoes nothing: Vitest's process ends a moment later, whatever it waits for. */
function endWithTheProcess(dataDir: string): void {
  // Before the folder of the tests goes, which may hold this one.
  process.prependOnceListener('exit', () => {
    try {
      const [pid] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGQUIT') // at once: nobody needs what it holds
    } catch {
      // It has ended already.
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  })
}

/** One real PostgreSQL for the whole run, of all projects, with a template that holds the demo school. */
export async function setup(project: TestProject) {
  if (project.getProvidedContext().clusterUrl !== undefined) return // of a project before this one
  const dataDir = await mkdtemp(join(tmpdir(), 'apoderados-test-'))
  endWithTheProcess(dataDir)
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
  return cluster.stop
}
