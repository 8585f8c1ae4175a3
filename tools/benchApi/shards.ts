import type { Database } from '../../apps/server/src/db/open.ts'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import { calls } from './calls.ts'
import { seeded } from './seed.ts'
import { openSize, openStage } from './stage.ts'
import type { Statement } from './statements.ts'

const PARTITIONS = 8
/** Few rows tempt the planner to read them all, in every part. */
const STUDENTS = 50_000
/** Who may see whom, which leads from the parent to the school: it stays whole, beside parents and sessions. */
const WHOLE = ['student_parents', 'audit_log']

/** Each table of a school's own, cut by `establishment_id`; keys of other tables are left out. */
async function cut(db: Database): Promise<string[]> {
  const { rows } = await db.$client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'establishment_id' and table_name <> all($1)`,
    [WHOLE],
  )
  for (const { name } of rows) {
    const indexes = await db.$client.query<{ sql: string }>(
      'select indexdef as sql from pg_indexes where schemaname = $1 and tablename = $2',
      ['public', name],
    )
    await db.$client.query(`alter table ${name} rename to ${name}_whole`)
    await db.$client.query(
      `create table ${name} (like ${name}_whole including defaults) partition by hash (establishment_id)`,
    )
    for (let part = 0; part < PARTITIONS; part += 1)
      await db.$client.query(
        `create table ${name}_part_${part} partition of ${name} for values with (modulus ${PARTITIONS}, remainder ${part})`,
      )
    await db.$client.query(`insert into ${name} select * from ${name}_whole`)
    await db.$client.query(`drop table ${name}_whole cascade`)
    // Which rows are there once is no matter here; where a unique index lacks the school, it could not be cut.
    for (const { sql } of indexes.rows)
      await db.$client.query(sql.replace('UNIQUE ', '').replace('_whole', ''))
  }
  await db.$client.query('vacuum analyze')
  return rows.map(({ name }) => name)
}

type Plan = { 'Relation Name'?: string; 'Actual Loops'?: number; Plans?: Plan[] }

function* readsOf(plan: Plan): Generator<string> {
  if (plan['Relation Name'] && (plan['Actual Loops'] ?? 0) > 0) yield plan['Relation Name']
  for (const inner of plan.Plans ?? []) yield* readsOf(inner)
}

/** The numbers of the partitions that the statement opened, of whichever tables. */
async function partsOf(db: Database, { text, values }: Statement): Promise<number[]> {
  const { rows } = await db.$client.query(`explain (analyze, format json) ${text}`, values)
  const found = [...readsOf(rows[0]['QUERY PLAN'][0].Plan)].map((name) => /_part_(\d+)$/.exec(name)?.[1])
  return [...new Set(found.filter((part) => part !== undefined).map(Number))].sort()
}

/** Every GET on a database that is cut by school, planned as for the server: each statement is to open one part. */
export async function proveShards(binaries: string): Promise<boolean> {
  const { url, folder, secretKeys } = await openStage(binaries)
  const whole = await seeded({ binaries, url, folder }, STUDENTS)
  const name = `students_${STUDENTS}_cut`
  const maintenance = openDatabase(url, { isPatient: true })
  await maintenance.$client.query(`drop database if exists ${name}`)
  await maintenance.$client.query(`create database ${name} template ${new URL(whole).pathname.slice(1)}`)
  await maintenance.$client.end()
  const cutUrl = url.replace(/postgres$/, name)
  const db = openDatabase(cutUrl, { isPatient: true })
  const tables = await cut(db)
  console.log(
    `${tables.length} tables cut into ${PARTITIONS} parts by establishment_id: ${tables.join(', ')}`,
  )
  await db.$client.end()
  const size = await openSize(cutUrl, STUDENTS, folder, secretKeys)
  const asServer = openDatabase(cutUrl)
  let spread = 0
  for (const call of calls.filter(({ hasDatabase }) => hasDatabase)) {
    // Of a student whose siblings are of the same school.
    const asker = size.askers[4]
    if (!asker) throw new Error('nobody asks')
    const headers: Record<string, string> =
      call.hasToken === false ? {} : { authorization: `Bearer ${asker.jwt}` }
    const { statements } = await size.listener.hear({ path: call.path(asker, size.services), headers })
    const reads = statements.filter(({ text }) => /^\s*select/i.test(text))
    const parts = await Promise.all(reads.map((statement) => partsOf(asServer, statement)))
    const isOne = parts.every(({ length }) => length <= 1)
    if (!isOne) spread += 1
    const told = parts.map((each) => (each.length === 0 ? 'none' : each.join('+'))).join(', ')
    console.log(`${isOne ? 'one part' : 'SPREAD  '} ${call.name}: statements opened ${told}`)
  }
  await asServer.$client.end()
  console.log(`bench:api --shards ${spread === 0 ? 'passed' : `FAILED: ${spread} calls open several`}`)
  return spread === 0
}
