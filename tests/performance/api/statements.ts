import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase, plannerSettings } from '@apoderados/database/client/open'
import { createApp } from '@apoderados/server/app'
import type { Services } from '@apoderados/server/services'
import { CONNECTIONS } from './slice.ts'

export type Statement = { text: string; values: unknown[] }
type Asking = { path: string; headers: Record<string, string> }

const webRoot = join(import.meta.dirname, '../../../apps/web/dist')

/** What the server itself sends for a call, with its values, and how many bytes it answers. */
export type Heard = { statements: Statement[]; bytes: number }
export type Listener = { hear(asking: Asking): Promise<Heard>; stop(): Promise<void> }

/** The real app in this process on the same database, whose statements are written down. */
export async function listenTo(url: string, services: Services): Promise<Listener> {
  const db = openDatabase(url)
  let heard: Statement[] = []
  db.$client.on('connect', (client) => {
    const send = client.query.bind(client)
    Object.assign(client, {
      query(config: { text: string }, values: unknown[], ...rest: unknown[]) {
        if (typeof config === 'object' && config.text) heard.push({ text: config.text, values: values ?? [] })
        return Reflect.apply(send, client, [config, values, ...rest])
      },
    })
  })
  const config = { trustProxy: [], corsOrigins: [], logLevel: 'silent' }
  const { app } = await createApp({ ...services, db }, config, { webRoot })
  return {
    async hear({ path, headers }) {
      heard = []
      const answer = await app.inject({ url: path, headers })
      return { statements: heard, bytes: answer.rawPayload.length }
    },
    async stop() {
      await app.close()
      await db.$client.end()
    },
  }
}

/** pgbench takes 'HH:MI' for a variable. */
const withoutColons = (text: string) =>
  text.replace(/'([^']*:[A-Z][^']*)'/g, (_, inside) => `E'${inside.replaceAll(':', '\\x3a')}'`)

/** pgbench's text of statements, with a variable for each value but null, of which it has no notion. */
function scriptOf(statements: Statement[]): { script: string; defines: string[] } {
  const defines: string[] = []
  const texts = statements.map(({ text, values }, number) => {
    for (const [index, value] of values.entries())
      if (value !== null) defines.push('-D', `v${number}_${index + 1}=${value}`)
    const line = withoutColons(text.replace(/\s*\n\s*/g, ' '))
    const written = (index: number) => (values[index - 1] === null ? 'null' : `:v${number}_${index}`)
    return `${line.replace(/\$(\d+)/g, (_, index) => written(Number(index)))};`
  })
  return { script: texts.join('\n'), defines }
}

export const isRead = ({ text }: Statement) => /^\s*(select|with)\b/i.test(text)

/** The statements of one call, what it notes as well, one after the other, prepared and planned as the server has them, by as many clients as the load has. */
export async function pgbench(
  { binaries, url, folder }: { binaries: string; url: string; folder: string },
  statements: Statement[],
  seconds: number,
): Promise<number> {
  const { script, defines } = scriptOf(statements)
  const file = join(folder, 'statements.sql')
  writeFileSync(file, script)
  const arguments_ = [
    ...['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-T', String(Math.ceil(seconds)), '-f', file],
    ...[...defines, url],
  ]
  const env = { ...process.env, PGOPTIONS: plannerSettings }
  const { stdout } = await promisify(execFile)(join(binaries, 'pgbench'), arguments_, { env })
  const [, tps] = /tps = ([\d.]+) \(without/.exec(stdout) ?? []
  if (!tps) throw new Error(`pgbench: ${stdout}`)
  return Number(tps)
}
