import type { FastifyBaseLogger } from 'fastify'

type Log = Pick<FastifyBaseLogger, 'error'>

/** Returns an error's code. Drizzle wraps the driver's error, whose cause has the code. */
export const codeOf = (error: unknown) => (((error as Error).cause ?? error) as { code?: string }).code

/** Repeats `round` every `everyMs`, never twice at once; logs `failure` for the first of successive failures. */
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
      if (!hasFailed) log?.error({ code: codeOf(error) }, failure)
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
