import type { Config } from '@apoderados/server/config'
import { checkClocks } from './clocks.ts'
import { checkDatabase, checkEncryption } from './database.ts'
import type { Check } from './finding.ts'
import { checkLastBackup } from './lastBackup.ts'
import { checkMail } from './mail.ts'
import { checkPublicAddress, createProbe } from './publicAddress.ts'
import { checkRights } from './rights.ts'
import { checkDisk, checkStore } from './store.ts'

/** The checks in the order of the output. `url` is the database's URL and rejects if the database cannot start. */
export function checksOf(config: Config, url: Promise<string>, mailTo: string | undefined): Check[] {
  const { databaseUrl, publicUrl } = config
  const probe = createProbe(publicUrl)
  return [
    { name: 'Base de datos', run: async () => checkDatabase(await url) },
    { name: 'Derechos', run: async () => checkRights(await url, databaseUrl === undefined) },
    { name: 'Cifrado de la base', run: async () => checkEncryption(config) },
    { name: 'Dirección pública', run: () => checkPublicAddress(publicUrl, probe) },
    { name: 'Correo', run: () => checkMail(config, mailTo) },
    { name: 'Archivos', run: () => checkStore(config) },
    { name: 'Disco', run: () => checkDisk(config) },
    { name: 'Reloj', run: async () => checkClocks(await url, probe) },
    { name: 'Respaldo', run: async () => checkLastBackup(await url) },
  ]
}
