import { Refusal } from '@apoderados/importer/explain'
import { createScan } from '@apoderados/importer/scanner'
import { type Config, readConfig } from '@apoderados/server/config'
import { checkClocks } from '../check/clocks.ts'
import { checkDatabase, checkEmails, checkEncryption, checkLastBackup } from '../check/database.ts'
import { type Check, type Finding, runCheck, success, warning } from '../check/finding.ts'
import { checkMail } from '../check/mail.ts'
import { checkPublicAddress, createProbe } from '../check/publicAddress.ts'
import { checkRights } from '../check/rights.ts'
import { checkDisk, checkStore } from '../check/store.ts'
import { attachDatabase } from '../connection.ts'
import { defineCommand } from './command.ts'
import { readEmail } from './find.ts'

const CHECK_NAME_WIDTH = 19

/** Scans a harmless text: active content of documents is found by the scanner alone. @throws {Refusal} if it fails */
async function checkScanner({ scanCommand }: Config): Promise<Finding> {
  if (scanCommand === undefined)
    return warning('Falta SCAN_COMMAND: nada busca virus ni programas en los documentos que se importan.')
  const problem = await createScan(scanCommand)('prueba', Buffer.from('prueba'))
  return problem
    ? warning('SCAN_COMMAND rechaza un archivo sin virus. Revise el antivirus.')
    : success('SCAN_COMMAND revisa los documentos que se importan.')
}

/** Returns the checks in the order of the output. `url` is that of the database, and rejects if it cannot start. */
function createChecks(config: Config, url: Promise<string>, mailTo: string | undefined): Check[] {
  const { databaseUrl, publicUrl } = config
  const probe = createProbe(publicUrl)
  return [
    { name: 'Base de datos', run: async () => checkDatabase(await url) },
    { name: 'Derechos', run: async () => checkRights(await url, databaseUrl === undefined) },
    { name: 'Correos guardados', run: async () => checkEmails(await url) },
    { name: 'Cifrado de la base', run: async () => checkEncryption(config) },
    { name: 'Dirección pública', run: () => checkPublicAddress(publicUrl, probe) },
    { name: 'Correo', run: () => checkMail(config, mailTo) },
    { name: 'Archivos', run: () => checkStore(config) },
    { name: 'Antivirus', run: () => checkScanner(config) },
    { name: 'Disco', run: () => checkDisk(config) },
    { name: 'Reloj', run: async () => checkClocks(await url, probe) },
    { name: 'Respaldo', run: async () => checkLastBackup(await url) },
  ]
}

export const checkInstallation = defineCommand({
  name: 'check',
  summary: 'Revisa la instalación y dice en una línea cada cosa que está bien o mal',
  options: {
    'mail-to': { value: 'correo', about: 'envía un correo de prueba a esa dirección' },
  },
  example: 'check --mail-to informatica@colegio.cl',
  async run({ 'mail-to': typed }, { terminal, environment }) {
    const mailTo = typed === undefined ? undefined : readEmail(typed)
    const config = readConfig(environment)
    const database = attachDatabase(config)
    const url = database.then((attached) => attached.url)
    url.catch(() => {}) // prevents an unhandled rejection: each check that awaits `url` reports the failure
    let failures = 0
    // The checks run concurrently; their results are printed in the order of the list.
    const results = createChecks(config, url, mailTo).map((each) => [each.name, runCheck(each)] as const)
    for (const [name, result] of results) {
      const { level, text } = await result
      if (level === 'falla') failures += 1
      terminal.print(`${level.padEnd(5)}  ${name.padEnd(CHECK_NAME_WIDTH)} ${text}`)
    }
    await database.then((attached) => attached.stop()).catch(() => {})
    if (failures > 0) throw new Refusal(failures === 1 ? 'Hay una falla.' : `Hay ${failures} fallas.`)
  },
})
