import type { CallName } from '@apoderados/contract/calls/api'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { CountsByName } from '../writeSchool.ts'
import { importRecords, type TestSet } from './importRecords.ts'
import { saveRows } from './savedRows.ts'

/** Returns the numbers of added, changed and ended rows of each merge that has some: `matrículas: '+1 ~0 -2'`. */
export const changesOf = (counts: CountsByName) =>
  Object.fromEntries(
    Object.entries(counts).flatMap(([name, { added, changed, ended }]) =>
      added + changed + ended > 0 ? [[name, `+${added} ~${changed} -${ended}`]] : [],
    ),
  )

/**
 * Provides functions that import into the database of this test file. Before each test, the database contains no
 * school, or the rows of `startFrom`.
 */
export function setupImport() {
  const server = setupServer()
  const query = async (sql: string, parameters: unknown[] = []) =>
    (await server().db.$client.query(sql, parameters)).rows
  const apply = (set: TestSet, options = {}) => importRecords(server(), set, options)
  const dryRun = (set: TestSet, options = {}) =>
    importRecords(server(), set, { ...options, isApplied: false })

  /** Runs `sql`, then the import `run`, and commits `sql` once the import waits for a row that `sql` has locked. */
  async function commitDuring<T>(sql: string, parameters: unknown[], run: () => Promise<T>): Promise<T> {
    const other = new pg.Client({ connectionString: server().url })
    await other.connect()
    try {
      await other.query('begin')
      await other.query(sql, parameters)
      const running = run()
      const { rows } = await other.query('select pg_backend_pid() as pid')
      const waiting = 'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
      const isWaiting = expect.poll(() => query(waiting, [rows[0].pid]), { interval: 10 })
      await Promise.race([running, isWaiting.toHaveLength(1)])
      await other.query('commit')
      return await running
    } finally {
      await other.end()
    }
  }

  /**
   * Sets the demo's password for the guardian with that e-mail, and signs them in. `ask` sends a call as the app does.
   */
  async function asGuardian(email: string) {
    await query(
      'update parents set password_hash = (select password_hash from parents where email = $1) where email = $2',
      [CAROLINA, email],
    )
    const jwt = await server().signIn(email)
    const profile = (await server().send('getProfile', {}, { jwt })).json()
    const student_id = profile.students[0]?.id
    const ask = async (name: CallName, fields = {}) =>
      (await server().send(name, { student_id, ...fields }, { jwt })).json()
    return { profile, ask }
  }

  let restore = async () => {}
  beforeAll(async () => {
    await query(`truncate establishments, parents restart identity cascade`)
    await query(
      `insert into parents (email, password_hash, name, last_name)
      values ($1, $2, 'Nadie', 'Nadie')`,
      [CAROLINA, await server().services.passwords.hash('demo1234')],
    )
    restore = await saveRows(query)
  })
  beforeEach(() => restore())

  /**
   * Lets each test of a `describe` start with the rows that `prepare` leaves; `prepare` runs once, before them.
   * Returns a function that returns the result of `prepare`. In an inner `describe`, `prepare` starts with the rows of
   * the outer one.
   */
  function startFrom<T>(prepare: () => Promise<T>): () => T {
    let result: T
    let outer: typeof restore
    beforeAll(async () => {
      outer = restore
      await restore()
      result = await prepare()
      restore = await saveRows(query)
    })
    afterAll(() => {
      restore = outer
    })
    return () => result
  }
  return { server, query, apply, dryRun, commitDuring, asGuardian, startFrom }
}
