import type { Database } from '@apoderados/database/client/open'
import { openDatabase } from '@apoderados/database/client/open'
import { throwIfAborted } from '../../support/suite.ts'
import { openSize, openStage, type Size } from './apiBenchmark.ts'
import { schoolOf } from './benchmarkNumbers.ts'
import { type Call, calls } from './calls.ts'
import { cut, PARTITIONS } from './cutDatabase.ts'
import { seeded } from './seed.ts'
import { isRead, type Statement } from './statements.ts'

/** Few rows tempt the planner to read them all, in every part. */
const STUDENTS = 50_000
/** Of which one parent each asks. */
const SCHOOLS = 20

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

type Asker = Size['askers'][number]

/** Of schools all over the database one each, and all whose children are in two schools. */
async function chosenOf({ askers, services }: Size): Promise<Asker[]> {
  const { rows } = await services.db.$client.query<{ id: number }>(
    `select parent_id::int as id from student_parents
     group by parent_id having count(distinct establishment_id) > 1`,
  )
  const inTwo = new Set(rows.map(({ id }) => id))
  const ofSchools = [...Map.groupBy(askers, ({ student }) => schoolOf(student)).values()]
  const step = Math.floor(ofSchools.length / SCHOOLS)
  const single = ofSchools.flatMap(([first], index) => (first && index % step === 0 ? [first] : []))
  const double = askers.filter(({ parent_id }) => inTwo.has(parent_id))
  if (single.length < SCHOOLS || double.length === 0) throw new Error('too few schools or families to ask')
  return [...single, ...double]
}

/** Where the school of the student is, or those of all children. */
async function wantedBy(
  db: Database,
  { isOfAllChildren }: Call,
  { parent_id, student }: Asker,
): Promise<number[]> {
  const { rows } = await db.$client.query<{ part: number }>(
    `select distinct substring(child.tableoid::regclass::text from '\\d+$')::int as part
     from student_parents link join students child on child.id = link.student_id
     where link.parent_id = $1 and ($2::bigint is null or child.id = $2) order by part`,
    [parent_id, isOfAllChildren ? null : student],
  )
  return rows.map(({ part }) => part)
}

type Proof = { size: Size; db: Database; ofSchools: RegExp }
type Opened = { wanted: number[]; parts: number[][]; isRight: boolean }

/** Each statement that reads of schools is to open the wanted parts, no more and no fewer; the others none. */
async function openedBy({ size, db, ofSchools }: Proof, call: Call, asker: Asker): Promise<Opened> {
  const headers: Record<string, string> =
    call.hasToken === false ? {} : { authorization: `Bearer ${asker.jwt}` }
  const { statements } = await size.listener.hear({ path: call.path(asker, size.services), headers })
  const wanted = await wantedBy(db, call, asker)
  const parts: number[][] = []
  let isRight = statements.some(({ text }) => ofSchools.test(text))
  for (const statement of statements.filter(isRead)) {
    const opened = await partsOf(db, statement)
    parts.push(opened)
    const isOfSchools = ofSchools.test(statement.text)
    const isEnough = call.stopsAtFirst && opened.length > 0 && opened.every((part) => wanted.includes(part))
    if (opened.join() !== (isOfSchools ? wanted.join() : '') && !(isOfSchools && isEnough)) isRight = false
  }
  return { wanted, parts, isRight }
}

const told = (parts: number[]) => (parts.length === 0 ? 'none' : parts.join('+'))

/** Whether whoever asks makes it open the parts of their schools alone; tells the first who does not. */
async function opensWantedParts(proof: Proof, call: Call, asked: Asker[]): Promise<boolean> {
  const seen = new Set<string>()
  for (const asker of asked) {
    throwIfAborted()
    const { wanted, parts, isRight } = await openedBy(proof, call, asker)
    seen.add(told(wanted))
    if (isRight) continue
    const opened = parts.map(told).join(', ')
    console.log(
      `WRONG     ${call.name}: of student ${asker.student} opened ${opened} instead of ${told(wanted)}`,
    )
    return false
  }
  console.log(
    `as wanted ${call.name}: ${asked.length} parents, each the parts of their schools alone: ${[...seen].join(', ')}`,
  )
  return true
}

/** A copy of the kept database, cut anew. @returns its address and the tables that were cut */
async function openCut(binaries: string, url: string, folder: string) {
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
  return { cutUrl, tables }
}

/** Every GET on a database that is cut by school, planned as for the server: each statement is to open the parts of the asker’s schools alone. */
export async function proveShards(binaries: string): Promise<boolean> {
  const { url, folder, secretKeys } = await openStage(binaries)
  const { cutUrl, tables } = await openCut(binaries, url, folder)
  const size = await openSize(cutUrl, STUDENTS, folder, secretKeys)
  const db = openDatabase(cutUrl)
  const ofSchools = new RegExp(`\\b(from|join)\\s+"?(${tables.join('|')})\\b`)
  const asked = await chosenOf(size)
  const wrong: string[] = []
  for (const call of calls.filter(({ hasDatabase }) => hasDatabase))
    if (!(await opensWantedParts({ size, db, ofSchools }, call, asked))) wrong.push(call.name)
  await db.$client.end()
  console.log(`performance/api --shards ${wrong.length === 0 ? 'passed' : `FAILED: ${wrong.join(', ')}`}`)
  return wrong.length === 0
}
