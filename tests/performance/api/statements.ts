import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { plannerSettings } from '@apoderados/database/client/connectionSettings'
import { openDatabase } from '@apoderados/database/client/open'
import { createApp } from '@apoderados/server/app'
import type { Services } from '@apoderados/server/services'
import { LOAD_CONNECTIONS } from './slice.ts'

export type Statement = { text: string; values: unknown[] }
type RecordedRequest = { path: string; headers: Record<string, string> }

const webRoot = join(import.meta.dirname, '../../../apps/web/dist')

/** The statements that the server sends for a call, with their values, and the size of its answer in bytes. */
export type RecordedCall = { statements: Statement[]; bytes: number }
export type StatementRecorder = {
  record(request: RecordedRequest): Promise<RecordedCall>
  stop(): Promise<void>
}

/** Runs the app in this process on the same database and records its statements. */
export async function recordStatements(url: string, services: Services): Promise<StatementRecorder> {
  const db = openDatabase(url)
  let recorded: Statement[] = []
  db.$client.on('connect', (client) => {
    const send = client.query.bind(client)
    Object.assign(client, {
      query(config: { text: string }, values: unknown[], ...rest: unknown[]) {
        if (typeof config === 'object' && config.text)
          recorded.push({ text: config.text, values: values ?? [] })
        return Reflect.apply(send, client, [config, values, ...rest])
      },
    })
  })
  const config = { trustProxy: [], corsOrigins: [], logLevel: 'silent' }
  const { app } = await createApp({ ...services, db }, config, { webRoot })
  return {
    async record({ path, headers }) {
      recorded = []
      const answer = await app.inject({ url: path, headers })
      return { statements: recorded, bytes: answer.rawPayload.length }
    },
    async stop() {
      await app.close()
      await db.$client.end()
    },
  }
}

/** Escapes the colons in texts: pgbench would interpret the `:MI` of 'HH:MI' as a variable. */
const escapeColons = (text: string) =>
  text.replace(/'([^']*:[A-Z][^']*)'/g, (_, inside) => `E'${inside.replaceAll(':', '\\x3a')}'`)

/**
 * Converts statements to a pgbench script with a variable for each value, except null, which pgbench variables
 * cannot hold.
 */
function pgbenchScript(statements: Statement[]): { script: string; defines: string[] } {
  const defines: string[] = []
  const texts = statements.map(({ text, values }, number) => {
    for (const [index, value] of values.entries())
      if (value !== null) defines.push('-D', `v${number}_${index + 1}=${value}`)
    const line = escapeColons(text.replace(/\s*\n\s*/g, ' '))
    const placeholderOf = (index: number) => (values[index - 1] === null ? 'null' : `:v${number}_${index}`)
    return `${line.replace(/\$(\d+)/g, (_, index) => placeholderOf(Number(index)))};`
  })
  return { script: texts.join('\n'), defines }
}

export const isReadStatement = ({ text }: Statement) => /^\s*(select|with)\b/i.test(text)

/**
 * Runs the statements of one call, including those for the audit log, with pgbench: prepared and planned as on the
 * server, with as many clients as `measureSlice` has connections. @returns the transactions per second
 */
export async function runPgbench(
  { binaries, url, folder }: { binaries: string; url: string; folder: string },
  statements: Statement[],
  seconds: number,
): Promise<number> {
  const { script, defines } = pgbenchScript(statements)
  const file = join(folder, 'statements.sql')
  writeFileSync(file, script)
  const arguments_ = [
    ...['-n', '-M', 'prepared', '-c', String(LOAD_CONNECTIONS), '-T', String(Math.ceil(seconds)), '-f', file],
    ...[...defines, url],
  ]
  const env = { ...process.env, PGOPTIONS: plannerSettings.map((name) => `-c ${name}=off`).join(' ') }
  const { stdout } = await promisify(execFile)(join(binaries, 'pgbench'), arguments_, { env })
  const [, tps] = /tps = ([\d.]+) \(without/.exec(stdout) ?? []
  if (!tps) throw new Error(`pgbench: ${stdout}`)
  return Number(tps)
}
