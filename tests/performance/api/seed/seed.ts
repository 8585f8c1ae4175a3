import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openDatabase } from '@apoderados/database/client/open'
import { migrate } from '@apoderados/database/schema/migrate'
import { throwIfAborted } from '../../../support/suite.ts'
import { YEAR } from './benchmarkNumbers.ts'
import type { Row, Table } from './benchmarkRows.ts'
import { schoolTables } from './schoolRows.ts'
import { familyTables, recordTables } from './studentRows.ts'

const LINES_PER_CHUNK = 2_000

/** Formats a value for COPY, in which `\N` is null. */
const formatCopyValue = (value: Row[number]) => (value === null ? '\\N' : String(value))

function* copyLinesOf(rows: Iterable<Row>): Generator<string> {
  let lines: string[] = []
  for (const row of rows) {
    lines.push(row.map(formatCopyValue).join('\t'))
    if (lines.length < LINES_PER_CHUNK) continue
    yield `${lines.join('\n')}\n`
    lines = []
    throwIfAborted()
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}

/** Inserts the rows of a table with COPY; foreign keys are not checked, because the rows are generated consistently. */
async function copyTable(psql: string, url: string, { name, columns, rows }: Table, students: number) {
  const statement = `copy ${name} (${columns}) from stdin`
  const child = spawn(psql, ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-c', statement, url], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: {
      ...process.env,
      PGCLIENTENCODING: 'UTF8',
      PGOPTIONS: '-c session_replication_role=replica -c synchronous_commit=off',
    },
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const closed = once(child, 'close')
  await pipeline(Readable.from(copyLinesOf(rows(students))), child.stdin)
  const [code] = await closed
  if (code !== 0) throw new Error(`copy of ${name} failed: ${output}`)
}

type SeedTarget = { binaries: string; url: string; folder: string }

/** Returns the URL of the database with this number of students; creates it on first use. */
export async function seedDatabase({ binaries, url, folder }: SeedTarget, students: number): Promise<string> {
  const name = `students_${students}_of_${YEAR}`
  const maintenance = openDatabase(url, { isPatient: true })
  const draft = `${name}_draft`
  try {
    const { rowCount } = await maintenance.$client.query('select from pg_database where datname = $1', [name])
    const found = url.replace(/postgres$/, name)
    if (rowCount) return found
    const start = performance.now()
    await maintenance.$client.query(`drop database if exists ${draft}`)
    await maintenance.$client.query(`create database ${draft} template template0`)
    const draftUrl = url.replace(/postgres$/, draft)
    await migrate(draftUrl, folder)
    // Each table comes after the tables that it references.
    for (const table of [...schoolTables, ...familyTables, ...recordTables])
      await copyTable(join(binaries, 'psql'), draftUrl, table, students)
    const db = openDatabase(draftUrl, { isPatient: true })
    await db.$client.query('vacuum (freeze, analyze)')
    const { rows } = await db.$client.query('select pg_database_size(current_database()) as bytes')
    await db.$client.end()
    await maintenance.$client.query(`alter database ${draft} rename to ${name}`)
    await maintenance.$client.query('checkpoint')
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    const gigabytes = (Number(rows[0].bytes) / 1e9).toFixed(2)
    console.log(`seeded ${students.toLocaleString('en')} students in ${seconds} s: ${gigabytes} GB`)
    return found
  } finally {
    await maintenance.$client.end()
  }
}
