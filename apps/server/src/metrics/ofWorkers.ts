import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, Gauge, Registry } from 'prom-client'
import { limits } from '../config.ts'
import type { Workers } from '../workers.ts'
import type { Figures } from './metrics.ts'
import type { Answer, Question } from './ofWorker.ts'

const isAnswer = (message: unknown): message is Answer =>
  typeof message === 'object' && message !== null && 'told' in message && message.told === 'figures'

/** What goes on counting when its process is gone: what it holds of memory or connections is gone with it. */
const isKept = ({ type }: Figures[number]) => ['counter', 'histogram'].includes(String(type))

const add = async (...figures: Figures[]): Promise<Registry> => AggregatorRegistry.aggregate(figures)

function ownFigures(workers: Pick<Workers, 'serving' | 'deaths'>): Registry {
  const registry = new Registry()
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('apoderados_processes', 'Processes that serve', () => workers.serving().length)
  gauge('apoderados_process_deaths', 'Processes that died since the start and were replaced', workers.deaths)
  return registry
}

/** The sums over all workers, those that are gone included; one that does not answer counts as it last did. */
export function gatherFigures(workers: Pick<Workers, 'serving' | 'deaths'>): () => Promise<string> {
  const latest = new Map<number, Figures>()
  const own = ownFigures(workers)
  let departed: Figures = []
  let burying = Promise.resolve()
  let number = 0
  const waiting = new Map<string, () => void>()

  cluster.on('message', (worker, message) => {
    if (!isAnswer(message)) return
    latest.set(worker.id, message.figures)
    waiting.get(`${worker.id} ${message.number}`)?.()
  })
  cluster.on('exit', ({ id }) => {
    burying = burying.then(() => bury(id))
  })

  async function bury(id: number): Promise<void> {
    const last = (latest.get(id) ?? []).filter(isKept)
    const sums = (await (await add(departed, last)).getMetricsAsJSON()) as Figures
    latest.delete(id)
    departed = sums
  }

  function ask(worker: Worker, question: Question): Promise<void> {
    const key = `${worker.id} ${question.number}`
    const { promise, resolve } = Promise.withResolvers<void>()
    const late = setTimeout(resolve, limits.figuresAnswerMs)
    waiting.set(key, resolve)
    worker.once('exit', resolve)
    worker.send(question, () => {}) // one that just died answers nothing
    return promise.finally(() => {
      clearTimeout(late)
      worker.off('exit', resolve)
      waiting.delete(key)
    })
  }

  return async () => {
    number += 1
    const question: Question = { asked: 'figures', number }
    await Promise.all(workers.serving().map((worker) => ask(worker, question)))
    await burying
    const ours = (await own.getMetricsAsJSON()) as Figures
    const all = await add(ours, ...latest.values(), departed)
    return all.metrics()
  }
}
