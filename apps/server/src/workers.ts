import cluster, { type Address, type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { limits } from './config.ts'

/** A process that ends earlier was not fit to live: the next one waits longer. */
const FIT_MS = 10_000
const PAUSE_FIRST_MS = 1_000
const PAUSE_MAX_MS = 30_000
/** So many in a row while none serves, and a supervisor had better know. */
const UNFIT_MAX = 5
/** After the drain a worker ends its mail, its figures and its connections. */
const LEAVE_MS = limits.drainMs + limits.mailStopMs + 5_000

export type Workers = {
  /** Resolves with the port once all serve. @throws {NeverServed} */
  start(): Promise<number>
  /** Replaces all, one after the other: each new one serves before its old one drains. */
  roll(): Promise<void>
  /** Resolves when none is left; asked again, cuts the calls that are still under way. */
  stop(): Promise<void>
  serving(): Worker[]
  deaths(): number
}

/** The workers have told why. */
export class NeverServed extends Error {}

type Tell = (line: {
  worker?: number
  code?: number | string | null | undefined
  signal?: string | null
  msg: string
}) => void

const wasBegun = (worker: Worker) => worker.process.pid !== undefined

/** One that was never begun tells it by an error, and no end follows. */
const endOf = (worker: Worker) =>
  new Promise<undefined>((resolve) => {
    worker.once('exit', () => resolve(undefined))
    worker.on('error', () => wasBegun(worker) || resolve(undefined))
  })

/** Keeps `count` processes serving; `onGivenUp` when none does and new ones end at once. */
export function createWorkers(count: number, tell: Tell, onGivenUp: () => void): Workers {
  const starting = new Set<Promise<Worker | undefined>>()
  const serving = new Set<Worker>()
  const leaving = new Set<Worker>()
  let port = 0
  let unfit = 0
  let deaths = 0
  let isStopping = false
  let rolling: Promise<void> | undefined
  let isToRollAgain = false

  /** Undefined when it ended before it served. */
  function begin(): Promise<Worker | undefined> {
    const begun = launch().finally(() => starting.delete(begun))
    starting.add(begun)
    return begun
  }

  async function launch(): Promise<Worker | undefined> {
    const worker = fork()
    if (!worker) return undefined
    const ended = endOf(worker)
    const listening = new Promise<Address>((resolve) => void worker.once('listening', resolve))
    const address = await Promise.race([listening, ended])
    if (!address) return undefined
    port = address.port
    serving.add(worker)
    void watch(worker, ended)
    return worker
  }

  /** The machine may have no room for one more for a while: that is as if it had ended at once. */
  function fork(): Worker | undefined {
    const msg = 'a process was not begun'
    try {
      const worker = cluster.fork({ WORKERS: String(count) })
      return worker.on('error', ({ code }: NodeJS.ErrnoException) =>
        tell({ worker: worker.id, code, msg: wasBegun(worker) ? 'a process was not reached' : msg }),
      )
    } catch (error) {
      tell({ code: (error as NodeJS.ErrnoException).code, msg })
      return undefined
    }
  }

  async function watch(worker: Worker, ended: Promise<undefined>): Promise<void> {
    const since = performance.now()
    await ended
    serving.delete(worker)
    if (leaving.delete(worker) || isStopping) return
    deaths += 1
    const { exitCode: code, signalCode: signal } = worker.process
    tell({ worker: worker.id, code, signal, msg: 'a process died' })
    if (performance.now() - since >= FIT_MS) unfit = 0
    await replace()
  }

  /** At once the first time, then after 1, 2, 4, … 30 s. */
  async function replace(): Promise<void> {
    while (!isStopping) {
      if (unfit > 0) await delay(Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** (unfit - 1)))
      if (isStopping) return
      unfit += 1
      if (await begin()) return
      if (serving.size === 0 && unfit >= UNFIT_MAX) {
        onGivenUp()
        return
      }
    }
  }

  async function retire(worker: Worker): Promise<void> {
    if (!serving.has(worker)) return // died meanwhile, and replaced
    leaving.add(worker)
    const ended = endOf(worker)
    worker.process.kill('SIGTERM')
    const late = setTimeout(() => worker.process.kill('SIGKILL'), LEAVE_MS)
    await ended
    clearTimeout(late)
  }

  async function rollOnce(): Promise<void> {
    await Promise.all(starting) // begun before we were asked, on what may be the old version
    for (const old of [...serving]) {
      if (isStopping) return
      if (!(await begin())) {
        tell({ worker: old.id, msg: 'a new process did not start: the old ones go on' })
        return
      }
      await retire(old)
    }
    tell({ msg: 'all processes are new' })
  }

  async function rollUntilNew(): Promise<void> {
    do {
      isToRollAgain = false
      await rollOnce()
    } while (isToRollAgain && !isStopping)
  }

  return {
    async start() {
      // The first brings the schema up to date, before the others look.
      if (!(await begin())) throw new NeverServed()
      const others = await Promise.all(Array.from({ length: count - 1 }, begin))
      if (others.some((worker) => !worker)) throw new NeverServed()
      return port
    },
    async roll() {
      if (rolling) isToRollAgain = true
      rolling ??= rollUntilNew().finally(() => {
        rolling = undefined
      })
      await rolling
    },
    async stop() {
      isStopping = true
      const known = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      const all = known.filter((worker) => !worker.isDead()) // as one that was never begun
      const ends = all.map(endOf)
      for (const worker of all) worker.process.kill('SIGTERM')
      const late = setTimeout(() => {
        for (const worker of all) worker.process.kill('SIGKILL')
      }, LEAVE_MS)
      await Promise.all(ends)
      clearTimeout(late)
    },
    serving: () => [...serving],
    deaths: () => deaths,
  }
}
