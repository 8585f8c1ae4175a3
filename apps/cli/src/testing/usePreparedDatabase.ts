import { randomBytes } from 'node:crypto'
import type { TestServer } from '@apoderados/server/testing/testServer'
import { beforeEach } from 'vitest'

/** Returns SQL that runs the statements for each table of the server; `%1$I` in them is the table's name. */
const forEachTable = (statements: string) => `do $do$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('${statements}', name);
  end loop;
end $do$`

/** Returns SQL that copies all rows, and the values of the sequences, into the new schema `copy`. */
const saveInto = (copy: string) => `create schema ${copy};
  ${forEachTable(`create table ${copy}.%1$I as table public.%1$I`)};
  create table ${copy}.sequence_values as
    select sequencename as name, last_value from pg_sequences where schemaname = 'public'`

/** Returns SQL that restores the copy. The role `replica` skips foreign keys and the triggers of the audit log. */
const restoreFrom = (copy: string) => `begin;
  set local session_replication_role = replica;
  ${forEachTable(`delete from public.%1$I; insert into public.%1$I overriding system value table ${copy}.%1$I`)};
  select setval(format('public.%I', name), coalesce(last_value, 1), last_value is not null)
    from ${copy}.sequence_values;
  commit`

/**
 * Gives each test the rows that `prepare` writes. It runs only before the first test; before each other test a copy of
 * its rows is restored, which is faster than an import.
 */
export function usePreparedDatabase(server: () => TestServer, prepare: () => Promise<void>): void {
  const copy = `copy_${randomBytes(6).toString('hex')}`
  let isSaved = false
  beforeEach(async () => {
    const { $client } = server().db
    if (isSaved) await $client.query(restoreFrom(copy))
    else {
      await prepare()
      await $client.query(saveInto(copy))
      isSaved = true
    }
  })
}
