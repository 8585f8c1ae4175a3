import { checkBackup, type ExistingData, restore } from '@apoderados/database/backup/restore'
import { grantLeastRights } from '@apoderados/database/client/leastRights'
import { counted } from '@apoderados/importer/counted'
import { Refusal } from '@apoderados/importer/explain'
import type { Terminal } from '../../terminal/terminal.ts'
import { typedPath } from '../../terminal/typedPath.ts'
import { defineCommand } from '../command.ts'
import { inTransactionWithoutImport } from '../transaction.ts'
import { createOpener } from './age.ts'
import { printContents } from './backupContents.ts'
import { chooseDecryptionKey } from './backupEncryption.ts'

const CONFIRMATION_WORD = 'REEMPLAZAR'

/** Requires `--replace` and a typed word: the data to be replaced may be a school's only copy. @throws {Refusal} */
async function confirmReplacement(
  terminal: Terminal,
  existing: ExistingData,
  isAllowed: boolean,
): Promise<true> {
  const schools = counted(existing.establishments, 'colegio', 'colegios')
  const contents = `${schools} y ${counted(existing.parents, 'cuenta de apoderado', 'cuentas de apoderados')}`
  if (!isAllowed) {
    throw new Refusal(
      `La base no está vacía: tiene ${contents}. La demostración se quita con demo off; lo demás se reemplaza con --replace.`,
    )
  }
  terminal.print(`La base tiene ${contents}: todo será reemplazado.`)
  const answer = await terminal.ask(`Para continuar escriba ${CONFIRMATION_WORD}: `)
  if (answer === undefined) throw new Refusal('--replace pide confirmar en un terminal.')
  if (answer !== CONFIRMATION_WORD) throw new Refusal('No se confirmó. No se cambió nada.')
  return true
}

export const restoreBackup = defineCommand({
  name: 'backup restore',
  summary: 'Revisa un respaldo entero; con --apply lo pone en la base de datos',
  args: { archivo: { about: 'el respaldo' } },
  options: {
    apply: { about: 'restaura; sin esto solo revisa' },
    identity: { value: 'archivo', about: 'la clave privada, si se cifró con una clave pública' },
    'passphrase-file': {
      value: 'archivo',
      about: 'la frase, si se cifró con una (o BACKUP_PASSPHRASE_FILE; si no, la pregunta)',
    },
    replace: { about: 'reemplaza lo que la base tenga; pide confirmarlo' },
  },
  example: 'backup restore apoderados.tar.zst.age --identity respaldo.key --apply',
  async run({ archivo, apply, replace, ...options }, context) {
    const { terminal, connect, auditCommand } = context
    const path = typedPath(archivo)
    const open = createOpener(path, await chooseDecryptionKey(path, options, context))
    if (!apply) {
      const contents = await checkBackup(open)
      terminal.print('El respaldo está entero (restaure con --apply):')
      return printContents(terminal, contents)
    }
    const { url, files, keys, dataDir, db } = await connect()
    const mayReplace = (existing: ExistingData) => confirmReplacement(terminal, existing, replace)
    const restored = await inTransactionWithoutImport(db, () =>
      restore(url, open, { files, keys, dataDir, mayReplace }),
    )
    const rolesMissing = await grantLeastRights(db) // the restore recreated the tables without their grants
    await auditCommand(db, { detail: { mails: restored.mails, invitations: restored.invitations } })
    terminal.print('Restaurado:')
    printContents(terminal, restored)
    if (restored.replacedBackup) {
      terminal.print(`Lo que había quedó en ${restored.replacedBackup}`)
      terminal.warn(
        'Ese respaldo no está cifrado y tiene también las fotos y los documentos: bórrelo cuando ya no lo necesite.',
      )
    }
    terminal.print('Todas las sesiones se cerraron: cada apoderado debe ingresar de nuevo.')
    terminal.print(
      'Lo que se hizo después de ese respaldo ya no está: repita los accesos y cuentas que se cerraron,',
    )
    terminal.print('las claves que se cambiaron y lo que se borró.')
    if (rolesMissing.length > 0)
      terminal.print(
        'Terminaron los derechos de otras cuentas de la base: si el servidor usa una propia, déselos de nuevo.',
      )
    if (restored.mails > 0)
      terminal.warn(`Correos que esperaban en la cola y no se enviarán: ${restored.mails}.`)
    if (restored.invitations > 0) {
      terminal.warn(`Invitaciones hechas con otra clave secreta, que ya no sirven: ${restored.invitations}.`)
      terminal.warn('Envíelas de nuevo.')
    }
  },
})
