import { existsSync, readFileSync, rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@apoderados/core/db/client/open'
import { startCluster } from '@apoderados/core/db/embedded/cluster'
import { migrate } from '@apoderados/core/db/schema/migrate'
import { createPasswords } from '@apoderados/server/auth/passwords'
import { loadDemo } from '@apoderados/server/demo/loadDemo'
import { createFiles } from '@apoderados/server/storage/files'
import type { TestProject } from 'vitest/node'
import { testTimeouts } from './testTimeouts.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the cluster's default database. `setupServer` copies the cluster's database `template`. */
    clusterUrl: string
    dataDir: string
  }
}

const CLUSTER_STOP_MS_MAX = 3_000
const sleepSync = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/**
 * Stops the cluster and deletes `dataDir` when the process exits, because Vitest does not run its teardown after a
 * signal and exits without waiting for pending work.
 */
function cleanUpAtExit(dataDir: string): void {
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid')
  // This listener runs before the one that deletes the tests' temporary folder, which may contain `dataDir`.
  process.prependOnceListener('exit', () => {
    if (existsSync(pidFile)) process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGQUIT')
    const end = Date.now() + CLUSTER_STOP_MS_MAX
    while (existsSync(pidFile) && Date.now() < end) sleepSync(20)
    rmSync(dataDir, { recursive: true, force: true })
  })
}

/**
 * Turns off settings that cause writes to the disk: no test needs its data after a power cut, and no test's database
 * exists long enough to need the automatic vacuum.
 */
async function reduceDiskWrites({ $client: pool }: Database): Promise<void> {
  for (const setting of ['synchronous_commit', 'autovacuum'])
    await pool.query(`alter system set ${setting} = off`)
  await pool.query('select pg_reload_conf()')
}

/** Starts one PostgreSQL cluster for the whole run, with a template database that contains the demo school. */
export async function setup(project: TestProject) {
  // Vitest calls this once per project; an earlier project of this run may have started the cluster.
  if (project.getProvidedContext().clusterUrl !== undefined) return
  const dataDir = await mkdtemp(join(tmpdir(), 'apoderados-test-'))
  cleanUpAtExit(dataDir)
  await chmod(dataDir, 0o711)
  const cluster = await startCluster(dataDir)
  const admin = openDatabase(cluster.url, { forOperator: true })
  await reduceDiskWrites(admin)
  await admin.$client.query('create database template')
  const template = openDatabase(cluster.url.replace(/postgres$/, 'template'), { limits: testTimeouts })
  await migrate(cluster.url.replace(/postgres$/, 'template'))
  await loadDemo(
    template,
    createFiles({ dataDir }),
    await createPasswords(testTimeouts),
    new Date('2026-08-17T15:00:00Z'),
  )
  await template.$client.end()
  await admin.$client.end()
  project.vitest.provide('clusterUrl', cluster.url)
  project.vitest.provide('dataDir', dataDir)
  return cluster.stop
}
