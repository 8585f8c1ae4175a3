import type { Config } from '@apoderados/server/config'
import { lookAtClocks } from './clocks.ts'
import { lookAtDatabase, lookAtEncryption } from './database.ts'
import type { Check } from './finding.ts'
import { lookAtLastBackup } from './lastBackup.ts'
import { lookAtMail } from './mail.ts'
import { askOnce, lookAtPublicAddress } from './publicAddress.ts'
import { lookAtRights } from './rights.ts'
import { lookAtDisk, lookAtStore } from './store.ts'

/** In the order of the output. `url` is the database's, and rejects where there is none. */
export function checksOf(config: Config, url: Promise<string>, mailTo: string | undefined): Check[] {
  const { databaseUrl, publicUrl } = config
  const answer = askOnce(publicUrl)
  return [
    { name: 'Base de datos', look: async () => lookAtDatabase(await url) },
    { name: 'Derechos', look: async () => lookAtRights(await url, databaseUrl === undefined) },
    { name: 'Cifrado de la base', look: async () => lookAtEncryption(config) },
    { name: 'Dirección pública', look: () => lookAtPublicAddress(publicUrl, answer) },
    { name: 'Correo', look: () => lookAtMail(config, mailTo) },
    { name: 'Archivos', look: () => lookAtStore(config) },
    { name: 'Disco', look: () => lookAtDisk(config) },
    { name: 'Reloj', look: async () => lookAtClocks(await url, answer) },
    { name: 'Respaldo', look: async () => lookAtLastBackup(await url) },
  ]
}
