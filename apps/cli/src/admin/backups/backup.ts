import { access, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backUp } from '@apoderados/database/backup/backup'
import { newBackupName, pruneBackups } from '@apoderados/database/backup/keptBackups'
import { connectAlone } from '@apoderados/database/client/connectAlone'
import { isFolder } from '@apoderados/database/files/makeFolder'
import { Refusal } from '@apoderados/importer/explain'
import { typedPath } from '../../terminal/typedPath.ts'
import { defineCommand } from '../command.ts'
import { encrypterFor, makeIdentity } from './age.ts'
import { printContents } from './backupContents.ts'
import { chooseEncryption } from './backupEncryption.ts'

export const createBackup = defineCommand({
  name: 'backup create',
  summary: 'Respalda la base de datos, las fotos y los documentos en un solo archivo',
  args: {
    destino: { about: 'archivo nuevo, o una carpeta: ahí le pone por nombre la fecha' },
  },
  options: {
    key: { value: 'age1…', about: 'lo cifra para esa clave pública; varias van separadas por comas' },
    passphrase: { about: 'lo cifra con una frase que pregunta' },
    'passphrase-file': {
      value: 'archivo',
      about: 'lo cifra con la frase de ese archivo (o BACKUP_PASSPHRASE_FILE)',
    },
    prune: { about: 'borra de la carpeta los respaldos de más de 35 días, salvo los 3 últimos' },
  },
  example: 'backup create /var/backups/apoderados --key age1… --prune',
  async run({ destino, prune, ...options }, context) {
    const folder = typedPath(destino)
    const isInFolder = await isFolder(folder)
    if (prune && !isInFolder) throw new Refusal('--prune va con una carpeta como destino.')
    const encryption = await chooseEncryption(options, context)
    const path = isInFolder ? join(folder, newBackupName(encryption ? '.age' : '')) : folder
    await access(dirname(path))
    const encrypt = encryption && encrypterFor(encryption)
    const { url, files, db } = await context.connect()
    const client = await connectAlone(url)
    const backup = await backUp(client, path, { files, encrypt }).finally(() => client.end())
    if (prune) await pruneBackups(folder)
    await context.auditCommand(db, {
      detail: { bytes: backup.bytes, is_encrypted: encryption !== undefined },
    })
    context.terminal.print(`Respaldo hecho: ${path}`)
    printContents(context.terminal, backup)
    if (!encryption) context.terminal.warn('No está cifrado: guárdelo donde nadie más lo pueda leer.')
  },
})

export const createBackupKey = defineCommand({
  name: 'backup key',
  summary: 'Crea un par de claves para cifrar respaldos: la privada queda en un archivo',
  args: { archivo: { about: 'archivo nuevo para la clave privada; guárdelo fuera de este equipo' } },
  example: 'backup key respaldo.key',
  async run({ archivo }, { terminal }) {
    const { text, publicKey } = await makeIdentity()
    await writeFile(typedPath(archivo), text, { mode: 0o600, flag: 'wx', flush: true })
    terminal.print('Clave pública, para backup create --key:')
    terminal.print(publicKey)
    terminal.warn(
      'Sin el archivo de la clave privada nadie puede abrir los respaldos: guarde una copia fuera de aquí.',
    )
  },
})
