import type { Figures, Metrics } from './metrics.ts'

/** From the first process: tell your figures, under this number. */
export type Question = { asked: 'figures'; number: number }
/** Without a number: the last ones of a worker that ends. */
export type Answer = { told: 'figures'; number?: number; figures: Figures }

const isQuestion = (message: unknown): message is Question =>
  typeof message === 'object' && message !== null && 'asked' in message && message.asked === 'figures'

const send = (answer: Answer) =>
  new Promise<void>((resolve) => {
    if (process.connected) process.send?.(answer, undefined, undefined, () => resolve())
    else resolve()
  })

/** Answers the first process whenever it asks. */
export function tellFigures(metrics: Metrics): void {
  process.on('message', async (message) => {
    if (isQuestion(message)) {
      await send({ told: 'figures', number: message.number, figures: await metrics.figures() })
    }
  })
}

/** What a worker counted stays in the sums when it is gone: counters never go back. */
export const tellLastFigures = async (metrics: Metrics) =>
  send({ told: 'figures', figures: await metrics.figures() })
