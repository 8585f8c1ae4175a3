import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Program, waitUntil } from '@apoderados/tests-support/environment/programs.ts'
import { onCleanup } from '../../support/suite.ts'
import { type App, launchServer, runAdmin } from './appProcesses.ts'

/** Stands in for systemd with the units of deploy/systemd. */
export type Systemd = {
  /** The address of a server that does what systemctl does with the arguments in the body of a request. */
  url: string
  startAll(): Promise<void>
}

const unitName = (port: number) => `apoderados@${port}.service`

async function updateSchema(app: App): Promise<void> {
  const { code, output } = await runAdmin(app, 'owner', 'schema', 'update')
  if (code !== 0) throw new Error(output)
}

export async function startSystemd(app: App, ports: number[]): Promise<Systemd> {
  const processes = new Map<string, Program>()

  async function startUnit(unit: string): Promise<void> {
    await updateSchema(app) // apoderados@.service requires apoderados-schema.service
    const port = ports.find((each) => unitName(each) === unit)
    if (port !== undefined) processes.set(unit, launchServer(app, port))
  }
  async function systemctl(verb: string, units: string[]): Promise<string> {
    if (verb === 'list-units')
      return ports.map((port) => `${unitName(port)} loaded active running\n`).join('')
    for (const unit of units) {
      if (verb !== 'start') await processes.get(unit)?.end('SIGTERM')
      if (verb !== 'stop') await startUnit(unit)
    }
    return ''
  }
  const server = createServer(async (request, response) => {
    const [verb = '', ...args] = (await text(request)).split(' ')
    const units = args.filter((arg) => arg.endsWith('.service'))
    await systemctl(verb, units).then(
      (output) => response.end(output),
      (error) => response.writeHead(500).end(`${error.message}\n`),
    )
  }).listen(0, '127.0.0.1')
  onCleanup(() => server.close())
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async startAll() {
      await systemctl('start', ports.map(unitName))
      for (const [unit, program] of processes)
        await waitUntil(() => program.output().includes('Apoderados is listening'), unit, program)
    },
  }
}
