/**
 * Checks that an import killed at any moment leaves each school in its old or its new state, and that repeating the
 * command completes the import. The options and their defaults are `--kills 20`, `--students 1200` and `--schools 3`;
 * with `--first` the import is the first one into an empty database, otherwise it changes imported schools. The exit
 * code is 0 if all kills passed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createRandom } from '@apoderados/school-data/random'
import { startImport, withFolder } from './import/importing.ts'
import {
  copyData,
  type ImportTrial,
  importAll,
  killPostgres,
  prepareImportTrial,
  waitForWriting,
  withDatabase,
} from './import/killing.ts'
import { differencesOf, ORPHAN_PARENTS, readStates, type SchoolStates } from './import/schoolState.ts'

const RANDOM_SEED = 5
/** One of this many kills also kills PostgreSQL, as when the machine fails. */
const KILLS_PER_MACHINE_KILL = 4

/** Returns 'old', 'new', or a text with the tables that differ from each of the two states. */
function outcomeOf(rbd: string, current: SchoolStates, trial: ImportTrial): string {
  const fromOld = differencesOf(trial.old.get(rbd), current.get(rbd))
  const fromNew = differencesOf(trial.new.get(rbd), current.get(rbd))
  if (fromOld.length === 0) return 'old'
  if (fromNew.length === 0) return 'new'
  return `BETWEEN (not old: ${fromOld.join(', ')}; not new: ${fromNew.join(', ')})`
}

type KillMoment = {
  /** True if `delayMs` counts from the first write, false if it counts from the command's start. */
  isFromWriting: boolean
  delayMs: number
  withMachine: boolean
}

/** Plans the moment of a kill: the kills are spread over the whole run and, alternately, over its writing phase. */
function planKill(
  index: number,
  kills: number,
  { wholeMs, writingMs }: ImportTrial,
  jitter: number,
): KillMoment {
  const isFromWriting = index % 2 === 1
  const share = (index + jitter) / kills
  const withMachine = index % KILLS_PER_MACHINE_KILL === KILLS_PER_MACHINE_KILL - 1
  return { isFromWriting, delayMs: share * (isFromWriting ? writingMs : wholeMs), withMachine }
}

/** Starts an import and kills it at the moment. @returns false if the import ended before */
async function importAndKill({ dataDir, set }: ImportTrial, moment: KillMoment): Promise<boolean> {
  const { ended, kill } = startImport(dataDir, [set, '--apply'])
  const hasEnded = new AbortController()
  void ended.then(() => hasEnded.abort())
  if (moment.isFromWriting) await waitForWriting(dataDir, hasEnded.signal)
  await sleep(moment.delayMs, undefined, { signal: hasEnded.signal }).catch(() => undefined)
  if (hasEnded.signal.aborted || !kill()) {
    const { code, output, errors } = await ended
    if (code !== 0) throw new Error(`the import failed:\n${errors}${output}`)
    return false
  }
  if (moment.withMachine) await killPostgres(dataDir)
  await ended
  return true
}

/** Imports and kills; if the import ends before, tries again with an earlier moment. @returns the moment of the kill */
async function importAndKillInTime(trial: ImportTrial, moment: KillMoment): Promise<KillMoment> {
  await copyData(trial.originalData, trial.dataDir)
  if (await importAndKill(trial, moment)) return moment
  return importAndKillInTime(trial, { ...moment, delayMs: moment.delayMs * 0.8 })
}

/**
 * Kills one import, checks the state, and lets a second import finish. `isGood` is true if no school is between old and
 * new, and the second import completes.
 */
async function killOnce(
  trial: ImportTrial,
  planned: KillMoment,
): Promise<{ summary: string; isGood: boolean }> {
  const { isFromWriting, delayMs, withMachine } = await importAndKillInTime(trial, planned)
  const after = await withDatabase(trial.dataDir, readStates)
  const outcomes = [...trial.new.keys()]
    .map((rbd) => ({ rbd, outcome: outcomeOf(rbd, after, trial) }))
    .filter(({ rbd, outcome }) => rbd !== ORPHAN_PARENTS || outcome !== 'old')
    .map(({ outcome }) => outcome)
  await importAll(trial.dataDir, trial.set)
  const resumed = await withDatabase(trial.dataDir, readStates)
  const unfinished = [...trial.new.keys()].filter(
    (rbd) => differencesOf(trial.new.get(rbd), resumed.get(rbd)).length > 0,
  )
  const target = withMachine ? 'import and PostgreSQL' : 'import'
  const killTime = `${(delayMs / 1000).toFixed(2)} s after its ${isFromWriting ? 'writing began' : 'start'}`
  const end =
    unfinished.length === 0
      ? 'the next run ends new'
      : `the next run LEAVES ${unfinished.join(', ')} otherwise`
  const isBetween = outcomes.some((outcome) => outcome.startsWith('BETWEEN'))
  return {
    summary: `kill -9 of ${target} ${killTime}: ${outcomes.join(', ')}; ${end}`,
    isGood: unfinished.length === 0 && !isBetween,
  }
}

async function runKills(
  kills: number,
  options: { isFirst: boolean; generatorArgs: string[] },
): Promise<boolean> {
  return withFolder(async (folder, dataDir) => {
    const trial = await prepareImportTrial(folder, dataDir, options)
    const random = createRandom(RANDOM_SEED)
    let good = 0
    for (let index = 0; index < kills; index += 1) {
      const moment = planKill(index, kills, trial, random.below(100) / 100)
      const { summary, isGood } = await killOnce(trial, moment)
      if (isGood) good += 1
      console.log(`${String(index + 1).padStart(3)}. ${summary}`)
    }
    const verdict = good === kills ? 'passed' : 'FAILED'
    console.log(
      `reliability/import ${verdict}: ${good} of ${kills} kills left each school old or new, and the next run ended`,
    )
    return good === kills
  })
}

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    students: { type: 'string', default: '1200' },
    schools: { type: 'string', default: '3' },
    first: { type: 'boolean', default: false },
  },
})
const kills = Number(values.kills)
if (!Number.isInteger(kills) || kills < 1) {
  console.error('--kills must be a whole number from 1 on')
  process.exit(1)
}
const generatorArgs = ['--students', values.students, '--schools', values.schools]
process.exitCode = (await runKills(kills, { isFirst: values.first, generatorArgs })) ? 0 : 1
