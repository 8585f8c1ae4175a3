import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { withClient } from '@apoderados/server/testing/client'
import { freshDatabase } from '@apoderados/server/testing/database/freshDatabase'
import { expect, inject, it, onTestFinished } from 'vitest'
import { createLeaderLock } from './leaderLock.ts'

it('is held by one process, until it releases the lock or loses the database', async () => {
  const url = await freshDatabase(0)
  const [first, second] = [createLeaderLock(url), createLeaderLock(url)]
  expect([await first.isLeader(), await second.isLeader(), await first.isLeader()]).toEqual([
    true,
    false,
    true,
  ])
  // With a time limit, pg_terminate_backend returns only once the process has ended.
  await withClient(url, (admin) =>
    admin.query(
      `select pg_terminate_backend(pid, 60000) from pg_stat_activity
        where datname = current_database() and application_name like '%housekeeping'`,
    ),
  )
  expect(await second.isLeader()).toBe(true)
  expect(await first.isLeader()).toBe(false)
  await second.release()
  expect(await first.isLeader()).toBe(true)
  await first.release()
})

/** Starts a proxy to the database and returns its URL. Once a lock is requested, the proxy forwards no more answers. */
async function startMutingProxy(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    let isMute = false
    client.on('data', (chunk) => {
      isMute ||= chunk.includes('pg_try_advisory_lock')
      database.write(chunk)
    })
    database.on('data', (chunk) => isMute || client.write(chunk))
    client.on('close', () => database.destroy()).on('error', () => {})
    database.on('close', () => client.destroy()).on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return Object.assign(new URL(url), { port: (server.address() as AddressInfo).port }).href
}

it('passes to another process if the database granted it to one that had stopped waiting', async () => {
  const url = await freshDatabase(0)
  const [hurried, other] = [createLeaderLock(await startMutingProxy(url), 50), createLeaderLock(url)]
  await expect(hurried.isLeader()).rejects.toThrow('Query read timeout')
  await expect.poll(() => other.isLeader()).toBe(true)
  await other.release()
})

it('can be taken while another process owns the embedded cluster', async () => {
  const turn = createLeaderLock(inject('clusterUrl'))
  expect(await turn.isLeader()).toBe(true)
  await turn.release()
})
