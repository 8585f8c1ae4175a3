import type { FastifyBaseLogger } from 'fastify'

type Log = Pick<FastifyBaseLogger, 'error'>

/**
 * Creates a job that runs `round` at its start and every `everyMs`, never twice at a time. The first of successive
 * failures is logged with the message `failure`.
 */
export function createPolling(round: () => Promise<void>, everyMs: number, failure: string) {
  let log: Log | undefined
  let poll: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let hasFailed = false

  async function runRound(): Promise<void> {
    try {
      await round()
      hasFailed = false
    } catch (error) {
      // Drizzle wraps the driver's error, whose cause has the code.
      const { code } = ((error as Error).cause ?? error) as { code?: string }
      if (!hasFailed) log?.error({ code }, failure)
      hasFailed = true
    }
  }

  /** Runs a round now, unless one is running; resolves at the end of the round. */
  function run(): Promise<void> {
    running ??= runRound().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    run,
    /** Begins the rounds. Resolves after the first one. */
    start(logger: Log): Promise<void> {
      log = logger
      poll = setInterval(run, everyMs).unref()
      return run()
    },
    /** Ends the rounds. Resolves when none is running. */
    async stop(): Promise<void> {
      clearInterval(poll)
      await running
    },
  }
}
