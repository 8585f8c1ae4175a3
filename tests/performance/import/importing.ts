import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { attachCluster } from '@apoderados/core/db/embedded/cluster'
import { postgresProcesses } from '@apoderados/tests-support/environment/processes.ts'

const root = join(import.meta.dirname, '../../..')
const SAMPLE_INTERVAL_MS = 200
const KB_PER_MB = 1024
/** The clock ticks per second in /proc, which Linux fixes at 100. */
const TICKS_PER_SECOND = 100

type Command = ChildProcessByStdio<null, Readable, Readable>
const runningCommands = new Set<Command>()
const stopController = new AbortController()

/** Starts the command's process without npm in between, so that a signal reaches it. */
function startCommand(entry: string, args: string[], environment: NodeJS.ProcessEnv = {}): Command {
  stopController.signal.throwIfAborted()
  const child = spawn(
    process.execPath,
    ['--import', './scripts/preload.js', `apps/cli/src/${entry}.ts`, ...args],
    {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  runningCommands.add(child)
  child.once('exit', () => runningCommands.delete(child))
  return child
}

type CommandOutput = { code: number | null; output: string; errors: string }

async function waitForEnd(child: Command): Promise<CommandOutput> {
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, output, errors }
}

/** Generates the sheets of schools in `folder`. @throws if the command fails */
export async function generateSchools(folder: string, args: string[]): Promise<{ rows: number }> {
  const { code, output, errors } = await waitForEnd(startCommand('generate', ['--to', folder, ...args]))
  const [, rows] = /^([\d.]+) filas de /m.exec(output) ?? []
  if (code !== 0 || !rows) throw new Error(`the generator failed:\n${errors}${output}`)
  return { rows: Number(rows.replaceAll('.', '')) }
}

const readProc = (pid: number, name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
const parseKilobytes = (field: string, status: string) =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)

/** Returns the processes of the embedded PostgreSQL of `dataDir`, the main one first; empty if it does not run. */
export const processesOf = (dataDir: string) => postgresProcesses(join(dataDir, 'postgres/cluster'))

/** Returns the memory of the processes together in MB; shared memory counts once. */
async function postgresMemory(processes: number[]): Promise<number> {
  const sizes = await Promise.all(
    processes.map(async (pid) => parseKilobytes('Pss', await readProc(pid, 'smaps_rollup'))),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / KB_PER_MB
}

/** Returns the CPU time of a process and its ended children in seconds, for user and system together. */
async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readProc(pid, 'stat')).replace(/^.*\) /, '').split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
}

/**
 * Peak memory in MB and CPU time in seconds, of the command's process and of PostgreSQL's processes; available on
 * Linux only.
 */
type Usage = { nodePeakMb: number; nodeCpu: number; postgresPeakMb: number; postgresCpu: number }
export type ImportRun = CommandOutput & { seconds: number } & Usage

/** Adds one sample to `usage`. Samples are taken repeatedly, because the figures of a process disappear with it. */
async function sampleUsage(pid: number, dataDir: string, usage: Usage): Promise<void> {
  const processes = processesOf(dataDir)
  const cpu = await Promise.all(processes.map(cpuSeconds))
  usage.nodePeakMb = Math.max(
    usage.nodePeakMb,
    parseKilobytes('VmHWM', await readProc(pid, 'status')) / KB_PER_MB,
  )
  usage.nodeCpu = Math.max(usage.nodeCpu, await cpuSeconds(pid))
  usage.postgresPeakMb = Math.max(usage.postgresPeakMb, await postgresMemory(processes))
  usage.postgresCpu = Math.max(
    usage.postgresCpu,
    cpu.reduce((sum, seconds) => sum + seconds, 0),
  )
}

/** `kill` returns false if the process has already exited; `ended` may then still wait for its last output. */
export type RunningImport = { startedAt: number; ended: Promise<ImportRun>; kill(): boolean }

/** Runs the import command on the embedded database of `dataDir`. */
export function startImport(dataDir: string, args: string[]): RunningImport {
  const startedAt = Date.now()
  const child = startCommand('import', args, { DATA_DIR: dataDir })
  const pid = child.pid ?? 0
  const usage = { nodePeakMb: 0, nodeCpu: 0, postgresPeakMb: 0, postgresCpu: 0 }
  const hasEnded = new AbortController()
  async function sample(): Promise<void> {
    while (!hasEnded.signal.aborted) {
      await sampleUsage(pid, dataDir, usage)
      await sleep(SAMPLE_INTERVAL_MS)
    }
  }
  const sampled = sample()
  const ended = waitForEnd(child).then(async (end) => {
    const seconds = (Date.now() - startedAt) / 1000
    hasEnded.abort()
    await sampled
    return { ...end, seconds, ...usage }
  })
  return { startedAt, ended, kill: () => child.kill('SIGKILL') }
}

/** Handles a signal: kills the running commands, so that the steps that wait for them fail and clean up. */
function stopCommands(): void {
  stopController.abort(new Error('stopped'))
  for (const child of runningCommands) child.kill('SIGKILL')
}

/** Runs `use` in a new folder, and afterwards stops a database that still runs in it and removes the folder. */
export async function withFolder<T>(use: (folder: string, dataDir: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'apoderados-import-'))
  const dataDir = join(folder, 'data')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopCommands)
  // Lets PostgreSQL's own user enter the folder when this process runs as root.
  await chmod(folder, 0o711)
  try {
    return await use(folder, dataDir)
  } finally {
    if (processesOf(dataDir).length > 0) await (await attachCluster(dataDir)).stop()
    await rm(folder, { recursive: true, force: true })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stopCommands)
  }
}
