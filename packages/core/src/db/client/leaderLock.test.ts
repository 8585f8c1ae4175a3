import { withClient } from '@apoderados/testing/client'
import { freshDatabase } from '@apoderados/testing/database/freshDatabase'
import { expect, it } from 'vitest'
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
