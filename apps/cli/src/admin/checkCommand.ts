import { borrowCluster } from '@apoderados/database/embedded/cluster'
import { Refusal } from '@apoderados/importer/explain'
import { readConfig } from '@apoderados/server/config'
import { checksOf } from '../check/checks.ts'
import { runCheck } from '../check/finding.ts'
import { command } from './command.ts'
import { readEmail } from './find.ts'

const NAME_WIDTH = 19

export const check = command({
  name: 'check',
  summary: 'Revisa la instalación y dice en una línea cada cosa que está bien o mal',
  options: {
    'mail-to': { value: 'correo', about: 'envía un correo de prueba a esa dirección' },
  },
  example: 'check --mail-to informatica@colegio.cl',
  async run({ 'mail-to': typed }, { terminal, environment }) {
    const mailTo = typed === undefined ? undefined : readEmail(typed)
    const config = readConfig(environment)
    const cluster = config.databaseUrl ? undefined : borrowCluster(config.dataDir)
    const url = cluster
      ? cluster.then((borrowed) => borrowed.url)
      : Promise.resolve(config.databaseUrl as string)
    url.catch(() => {}) // prevents an unhandled rejection: each check that awaits `url` reports the failure
    let failures = 0
    // The checks run concurrently; their results are printed in the order of the list.
    const results = checksOf(config, url, mailTo).map((each) => [each.name, runCheck(each)] as const)
    for (const [name, result] of results) {
      const { level, text } = await result
      if (level === 'falla') failures += 1
      terminal.print(`${level.padEnd(5)}  ${name.padEnd(NAME_WIDTH)} ${text}`)
    }
    await cluster?.then((borrowed) => borrowed.stop()).catch(() => {})
    if (failures > 0) throw new Refusal(failures === 1 ? 'Hay una falla.' : `Hay ${failures} fallas.`)
  },
})
