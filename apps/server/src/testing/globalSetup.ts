import { existsSync, readFileSync, rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@apoderados/database/client/open'
import { startCluster } from '@apoderados/database/embedded/cluster'
import { migrate } from '@apoderados/database/schema/migrate'
import type { TestProject } from 'vitest/node'
import { createPasswords } from '../auth/passwords.ts'
import { loadDemo } from '../demo/load.ts'
import { createFiles } from '../storage/files.ts'
import './setup.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the cluster's own database; each test file makes its copy of `template`. */
    clusterUrl: string
    dataDir: string
  }
}

const STOP_MS = 3_000
const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** A run that is cut off undoes nothing: Vitest's process ends a moment after the signal, whatever it waits for. */
function endWithTheProcess(dataDir: string): void {
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid')
  // Before the folder of the tests goes, which may hold this one.
  process.prependOnceListener('exit', () => {
    if (existsSync(pidFile)) process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGQUIT')
    const end = Date.now() + STOP_MS
    while (existsSync(pidFile) && Date.now() < end) pause(20)
    rmSync(dataDir, { recursive: true, force: true })
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
