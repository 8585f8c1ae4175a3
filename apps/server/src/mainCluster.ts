import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from './config.ts'
import { ConfigError } from './configError.ts'
import { shownUrl } from './shownUrl.ts'
import { openOutput } from './standardOutput.ts'
import { explain } from './startErrors.ts'
import { createWorkers, NeverServed } from './workers.ts'

/** A signal that comes twice within this time is one: Ctrl-C reaches us from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000
const WARN = 40
/** Ends after a look at the settings: before the build, which nobody wants who cannot start. */
const CHECK = '--check'

const output = openOutput()
const say = (line: string) => output.write(`${line}\n`)
const tell = (line: object) => say(JSON.stringify({ level: WARN, time: Date.now(), ...line }))

function settings(): Config {
  const config = readConfig(process.env)
  if (!config.databaseUrl) {
    throw new ConfigError(
      'start:cluster needs DATABASE_URL: the embedded PostgreSQL serves one process, which npm start runs',
    )
  }
  return config
}

let stoppedAt = 0
let stopping: Promise<void> | undefined

/** All drain at once, each as if it ran alone; asking again cuts the calls that are still under way. */
async function stop(code: number): Promise<void> {
  if (stoppedAt > 0 && Date.now() - stoppedAt < SAME_SIGNAL_MS) return
  stoppedAt = Date.now()
  stopping = workers?.stop()
  await stopping
  process.exit(code)
}

function fail(words: string): never {
  process.stderr.write(`Apoderados cannot start: ${words}\n`)
  process.exit(1)
}

let workers: ReturnType<typeof createWorkers> | undefined

async function start(): Promise<void> {
  const config = settings()
  if (process.argv.includes(CHECK)) return
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./main.ts', import.meta.url)), args: [] })
  workers = createWorkers(config.workers, tell, () => {
    tell({ msg: 'no process serves, and new ones end at once' })
    void stop(1)
  })
  if (config.metricsPort !== undefined) {
    const { gatherFigures } = await import('./metrics/ofWorkers.ts')
    const { listenForScrapes } = await import('./metrics/listener.ts')
    await listenForScrapes(config, gatherFigures(workers))
  }
  const port = await workers.start()
  if (!config.smtpUrl) say('SMTP_URL is not set: no mail leaves, each is written to DATA_DIR/outbox')
  say(`Apoderados is listening on ${shownUrl(config.host, port)} with ${config.workers} processes`)
}

process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => void stop(0))
process.on('SIGHUP', () => void workers?.roll())
try {
  await start()
} catch (error) {
  if (stoppedAt === 0 && error instanceof NeverServed) await stop(1)
  else if (stoppedAt === 0) fail(explain(error, 'settings'))
}
