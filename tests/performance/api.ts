/**
 * Benchmarks the server: its GET calls against a bare `node:http` server with answers of the same size, against pgbench
 * with the same statements on the same database, and against its own speed with the fewest students
 * (docs/performance.md). The measurements alternate within one run. Options: `--students 1000,50000,500000`, `--only
 * getArrears,getNews` to select calls by name, `--seconds 2` per measurement, `--rounds 3`. `--profile` instead prints
 * where CPU time is spent per call, at the first size. `--shards` instead checks that each call reads only the
 * partitions of its schools in a partitioned database. Needs PostgreSQL 15; the databases are kept in data/bench.
 */
import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { findPostgres } from '../support/stage/programs.ts'
import { parseWholeNumber, runSuite, throwIfAborted } from '../support/suite.ts'
import { prepareBenchmark } from './api/apiBenchmark.ts'
import { benchCall } from './api/bench.ts'
import { linesOf, missedTargetsOf, tableHead } from './api/benchmarkTable.ts'
import { callsNamed } from './api/calls.ts'
import { profileCalls } from './api/profile.ts'
import { checkPartitions } from './api/shards.ts'

const MEMORY_MB_MAX = 250

const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '1000,50000,500000' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '2' },
    shards: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
  },
})

/** Returns the peak memory of a process in MB. */
function peakMb(pid: number | undefined): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

await runSuite('performance/api', async () => {
  if (values.shards) return checkPartitions(findPostgres())
  const sizes = values.students.split(',').map((size) => parseWholeNumber('students', size, 1_000))
  const length = {
    seconds: parseWholeNumber('seconds', values.seconds),
    rounds: parseWholeNumber('rounds', values.rounds),
  }
  const selected = callsNamed(values.only)
  if (values.profile) return profileCalls(findPostgres(), sizes[0] ?? 0, selected, length.seconds)
  const stage = await prepareBenchmark(
    findPostgres(),
    sizes.toSorted((a, b) => a - b),
  )
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `${availableParallelism()} cores with the load and PostgreSQL on them, load ${load} before it begins`,
  )
  console.log(tableHead)
  const missedTargets: string[] = []
  for (const call of selected) {
    throwIfAborted()
    const figures = await benchCall(stage, call, length)
    for (const line of linesOf(call, figures)) console.log(line)
    missedTargets.push(...missedTargetsOf(call, figures))
  }
  const peaks = stage.sizes.map(({ api }) => peakMb(api.child.pid))
  const memory = Math.max(...peaks)
  console.log(`memory of a process, its peak: ${memory.toFixed(0)} MB (at most ${MEMORY_MB_MAX})`)
  if (memory > MEMORY_MB_MAX) missedTargets.push(`memory ${memory.toFixed(0)} MB`)
  for (const target of missedTargets) console.log(`missed: ${target}`)
  console.log(
    `performance/api ${missedTargets.length === 0 ? 'passed' : `FAILED: ${missedTargets.length} missed`}`,
  )
  return missedTargets.length === 0
})
