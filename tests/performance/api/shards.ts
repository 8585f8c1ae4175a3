import type { Database } from '@apoderados/database/client/open'
import { openDatabase } from '@apoderados/database/client/open'
import { throwIfAborted } from '../../support/suite.ts'
import { type BenchmarkSize, openBenchmark, openBenchmarkSize } from './apiBenchmark.ts'
import { type Call, calls } from './calls.ts'
import { schoolOf } from './seed/benchmarkNumbers.ts'
import { PARTITION_COUNT, partitionTables } from './seed/partitionTables.ts'
import { seedDatabase } from './seed/seed.ts'
import { isReadStatement, type Statement } from './statements.ts'

/** The number of students: enough that reading a whole table never looks cheap to the planner. */
const STUDENT_COUNT = 50_000
/** The number of schools from which one parent each is tested. */
const SCHOOL_COUNT = 20

type QueryPlan = { 'Relation Name'?: string; 'Actual Loops'?: number; Plans?: QueryPlan[] }

function* tablesReadBy(plan: QueryPlan): Generator<string> {
  if (plan['Relation Name'] && (plan['Actual Loops'] ?? 0) > 0) yield plan['Relation Name']
  for (const subplan of plan.Plans ?? []) yield* tablesReadBy(subplan)
}

/** Returns the numbers of the partitions that the statement reads, over all tables. */
async function partitionsReadBy(db: Database, { text, values }: Statement): Promise<number[]> {
  const { rows } = await db.$client.query(`explain (analyze, format json) ${text}`, values)
  const found = [...tablesReadBy(rows[0]['QUERY PLAN'][0].Plan)].map((name) => /_part_(\d+)$/.exec(name)?.[1])
  return [...new Set(found.filter((part) => part !== undefined).map(Number))].sort()
}

type CallerWithToken = BenchmarkSize['callers'][number]

/** Chooses one caller of each of SCHOOL_COUNT schools, and all callers with children in two schools. */
async function chooseCallers({ callers, services }: BenchmarkSize): Promise<CallerWithToken[]> {
  const { rows } = await services.db.$client.query<{ id: number }>(
    `select parent_id::int as id from student_parents
     group by parent_id having count(distinct establishment_id) > 1`,
  )
  const inTwoSchools = new Set(rows.map(({ id }) => id))
  const callersBySchool = [...Map.groupBy(callers, ({ student }) => schoolOf(student)).values()]
  const step = Math.floor(callersBySchool.length / SCHOOL_COUNT)
  const perSchool = callersBySchool.flatMap(([first], index) => (first && index % step === 0 ? [first] : []))
  const withTwoSchools = callers.filter(({ parent_id }) => inTwoSchools.has(parent_id))
  if (perSchool.length < SCHOOL_COUNT || withTwoSchools.length === 0)
    throw new Error('too few schools or families to ask')
  return [...perSchool, ...withTwoSchools]
}

/** Returns the partitions of the student's school, or of the schools of all the parent's children. */
async function expectedPartitions(
  db: Database,
  { isOfAllChildren }: Call,
  { parent_id, student }: CallerWithToken,
): Promise<number[]> {
  const { rows } = await db.$client.query<{ part: number }>(
    `select distinct substring(child.tableoid::regclass::text from '\\d+$')::int as part
     from student_parents link join students child on child.id = link.student_id
     where link.parent_id = $1 and ($2::bigint is null or child.id = $2) order by part`,
    [parent_id, isOfAllChildren ? null : student],
  )
  return rows.map(({ part }) => part)
}

type PartitionCheck = { size: BenchmarkSize; db: Database; partitionedTable: RegExp }
type PartitionCheckResult = { expected: number[]; parts: number[][]; isRight: boolean }

/**
 * Sends a call and checks its statements. A statement on partitioned tables must read exactly the expected partitions
 * (at least one of them, for a call that stops at the first result); any other statement must read none.
 */
async function checkCall(
  { size, db, partitionedTable }: PartitionCheck,
  call: Call,
  caller: CallerWithToken,
): Promise<PartitionCheckResult> {
  const headers: Record<string, string> =
    call.hasToken === false ? {} : { authorization: `Bearer ${caller.jwt}` }
  const { statements } = await size.recorder.record({ path: call.path(caller, size.services), headers })
  const expected = await expectedPartitions(db, call, caller)
  const parts: number[][] = []
  let isRight = statements.some(({ text }) => partitionedTable.test(text))
  for (const statement of statements.filter(isReadStatement)) {
    const read = await partitionsReadBy(db, statement)
    parts.push(read)
    const isOfSchools = partitionedTable.test(statement.text)
    const isEnough = call.stopsAtFirst && read.length > 0 && read.every((part) => expected.includes(part))
    if (read.join() !== (isOfSchools ? expected.join() : '') && !(isOfSchools && isEnough)) isRight = false
  }
  return { expected, parts, isRight }
}

const formatParts = (parts: number[]) => (parts.length === 0 ? 'none' : parts.join('+'))

/**
 * Checks that the call reads only the partitions of each parent's schools; prints the first parent for whom it does
 * not.
 */
async function readsExpectedPartitions(
  check: PartitionCheck,
  call: Call,
  callers: CallerWithToken[],
): Promise<boolean> {
  const partitionLists = new Set<string>()
  for (const caller of callers) {
    throwIfAborted()
    const { expected, parts, isRight } = await checkCall(check, call, caller)
    partitionLists.add(formatParts(expected))
    if (isRight) continue
    const read = parts.map(formatParts).join(', ')
    console.log(
      `WRONG     ${call.name}: of student ${caller.student} opened ${read} instead of ${formatParts(expected)}`,
    )
    return false
  }
  console.log(
    `as wanted ${call.name}: ${callers.length} parents, each the parts of their schools alone: ${[...partitionLists].join(', ')}`,
  )
  return true
}

/** Creates a partitioned copy of the seeded database. @returns its URL and the partitioned tables */
async function createPartitionedDatabase(binaries: string, url: string, folder: string) {
  const sourceUrl = await seedDatabase({ binaries, url, folder }, STUDENT_COUNT)
  const name = `students_${STUDENT_COUNT}_cut`
  const maintenance = openDatabase(url, { isPatient: true })
  await maintenance.$client.query(`drop database if exists ${name}`)
  await maintenance.$client.query(`create database ${name} template ${new URL(sourceUrl).pathname.slice(1)}`)
  await maintenance.$client.end()
  const partitionedUrl = url.replace(/postgres$/, name)
  const db = openDatabase(partitionedUrl, { isPatient: true })
  const tables = await partitionTables(db)
  console.log(
    `${tables.length} tables cut into ${PARTITION_COUNT} parts by establishment_id: ${tables.join(', ')}`,
  )
  await db.$client.end()
  return { partitionedUrl, tables }
}

/**
 * Checks the measured calls that use the database on one that is partitioned by school, with the server's planner
 * settings: each statement must read only the partitions of the parent's schools.
 */
export async function checkPartitions(binaries: string): Promise<boolean> {
  const { url, folder, secretKeys } = await openBenchmark(binaries)
  const { partitionedUrl, tables } = await createPartitionedDatabase(binaries, url, folder)
  const size = await openBenchmarkSize(partitionedUrl, STUDENT_COUNT, folder, secretKeys)
  const db = openDatabase(partitionedUrl)
  const partitionedTable = new RegExp(`\\b(from|join)\\s+"?(${tables.join('|')})\\b`)
  const chosen = await chooseCallers(size)
  const failedCalls: string[] = []
  for (const call of calls.filter(({ hasDatabase }) => hasDatabase))
    if (!(await readsExpectedPartitions({ size, db, partitionedTable }, call, chosen)))
      failedCalls.push(call.name)
  await db.$client.end()
  console.log(
    `performance/api --shards ${failedCalls.length === 0 ? 'passed' : `FAILED: ${failedCalls.join(', ')}`}`,
  )
  return failedCalls.length === 0
}
