/**
 * Benchmarks `npm run import`: imports generated schools of each size into an empty embedded database, without and
 * with `--apply`, and repeats both. `--students 1000,10000,50000` sets the sizes; `--until 04-12-2026` generates the
 * records of a whole year.
 */
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateSchools, type ImportRun, startImport, withFolder } from './import/importing.ts'

const COUNTS_PATTERN = /^\S.*?\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)$/gm

/** Adds up the counts that the command prints for all kinds of rows. */
function sumCounts({ output }: ImportRun) {
  const sum = { added: 0, changed: 0, ended: 0, unchanged: 0 }
  for (const [, added, changed, ended, unchanged] of output.matchAll(COUNTS_PATTERN)) {
    sum.added += Number(added)
    sum.changed += Number(changed)
    sum.ended += Number(ended)
    sum.unchanged += Number(unchanged)
  }
  return sum
}

async function measureImport(
  dataDir: string,
  name: string,
  rows: number,
  args: string[],
): Promise<ReturnType<typeof sumCounts>> {
  const run = await startImport(dataDir, args).ended
  if (run.code !== 0) throw new Error(`the import failed:\n${run.errors}${run.output}`)
  const { added, changed, ended, unchanged } = sumCounts(run)
  const cells = [
    `${run.seconds.toFixed(1)} s`,
    `${Math.round(rows / run.seconds)} rows/s`,
    `node ${run.nodePeakMb.toFixed(0)} MB, ${run.nodeCpu.toFixed(1)} s of CPU`,
    `PostgreSQL ${run.postgresPeakMb.toFixed(0)} MB, ${run.postgresCpu.toFixed(1)} s of CPU`,
    `added ${added}, changed ${changed}, ended ${ended}, unchanged ${unchanged}`,
  ]
  console.log(`  ${name.padEnd(15)} ${cells.join(' | ')}`)
  return { added, changed, ended, unchanged }
}

/**
 * Measures the imports of schools of one size. @returns false if the first import adds no rows, or if a second import
 * of the same files changes any
 */
async function benchImport(students: string, generatorArgs: string[]): Promise<boolean> {
  return withFolder(async (folder, dataDir) => {
    const set = join(folder, 'set')
    const { rows } = await generateSchools(set, ['--students', students, ...generatorArgs])
    const load = `load average ${loadavg()[0]?.toFixed(2)} on ${availableParallelism()} cores`
    console.log(`${students} students, ${rows} rows; ${load}`)
    await measureImport(dataDir, 'dry run, empty', rows, [set])
    const first = await measureImport(dataDir, '--apply', rows, [set, '--apply'])
    const again = await measureImport(dataDir, '--apply again', rows, [set, '--apply'])
    await measureImport(dataDir, 'dry run, full', rows, [set])
    const isSame = again.added + again.changed + again.ended === 0 && again.unchanged === first.added
    if (!isSame || first.added === 0) console.log('  FAILED: the same files again should change nothing')
    return isSame && first.added > 0
  })
}

const { values } = parseArgs({
  options: { students: { type: 'string', default: '1000,10000,50000' }, until: { type: 'string' } },
})
const generatorArgs = values.until === undefined ? [] : ['--until', values.until]
for (const students of values.students.split(',')) {
  if (!(await benchImport(students, generatorArgs))) process.exitCode = 1
}
