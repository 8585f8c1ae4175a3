import { forgetAttemptsOnAccount, signInsTo } from '@apoderados/core/accounts/attemptKeys'
import { secondsToWait } from '@apoderados/core/accounts/attempts'
import { resetAccess } from '@apoderados/core/invitations/invitations'
import { setAccountOpen } from '@apoderados/core/people/accountChanges'
import { Refusal } from '@apoderados/importer/explain'
import { requirePublicUrl, writeInvitationLetters } from '../../letters/letters.ts'
import { defineCommand } from '../command.ts'
import { ACCOUNT_ARGUMENT, findAccountForUpdate } from '../find.ts'
import { nextStepMessage } from '../invitations/invitations.ts'
import { DELIVERY_OPTIONS, readLettersPath } from '../invitations/letterOptions.ts'
import { inTransactionBesideImport } from '../transaction.ts'

export const unlockAccount = defineCommand({
  name: 'account unlock',
  summary: 'Olvida los intentos fallidos de una cuenta: puede ingresar de inmediato en un dispositivo nuevo',
  args: { cuenta: ACCOUNT_ARGUMENT },
  example: 'account unlock apoderada@example.com',
  async run({ cuenta }, { terminal, connect, auditCommand }) {
    const { db, keys } = await connect()
    const wait = await inTransactionBesideImport(db, async (transaction) => {
      const { id, email } = await findAccountForUpdate(transaction, cuenta)
      const stranger = { keys, address: '', device: undefined }
      const seconds = await secondsToWait(transaction, signInsTo(stranger, email))
      await forgetAttemptsOnAccount(transaction, keys, email)
      await auditCommand(transaction, { parent_id: id })
      return seconds
    })
    terminal.print(
      wait > 0 ? 'Cuenta desbloqueada.' : 'La cuenta no estaba bloqueada. Se olvidaron sus intentos.',
    )
  },
})

export const resetAccount = defineCommand({
  name: 'account reset',
  summary: 'Quita la contraseña, termina las sesiones y da una de un solo uso por correo o carta',
  args: { cuenta: ACCOUNT_ARGUMENT },
  options: DELIVERY_OPTIONS,
  example: 'account reset apoderada@example.com --mail',
  async run({ cuenta, ...delivery }, { terminal, connect, auditCommand }) {
    const path = readLettersPath(delivery)
    const connection = await connect()
    requirePublicUrl(connection.publicUrl)
    await inTransactionBesideImport(connection.db, async (transaction) => {
      const { id } = await findAccountForUpdate(transaction, cuenta)
      const isReset = await resetAccess(transaction, connection.keys, id, { byMail: path === undefined })
      if (!isReset) throw new Refusal('La cuenta está cerrada. Ábrala primero con account open.')
      // If the letter cannot be written, the password is not created either.
      if (path !== undefined) await writeInvitationLetters(transaction, connection, [id], path)
      await auditCommand(transaction, { parent_id: id, detail: { by_mail: path === undefined } })
    })
    terminal.print(`La contraseña anterior ya no sirve. ${nextStepMessage(1, path)}`)
  },
})

export const closeAccount = defineCommand({
  name: 'account close',
  summary: 'Cierra una cuenta: sus sesiones terminan ya y nadie más ingresa con ella. No borra datos',
  args: { cuenta: ACCOUNT_ARGUMENT },
  example: 'account close apoderado@example.com',
  async run({ cuenta }, { terminal, connect, auditCommand }) {
    const { db } = await connect()
    await inTransactionBesideImport(db, async (transaction) => {
      const account = await findAccountForUpdate(transaction, cuenta)
      if (!account.is_active) throw new Refusal('La cuenta ya estaba cerrada.')
      await setAccountOpen(transaction, account, false)
      await auditCommand(transaction, { parent_id: account.id })
    })
    terminal.print('Cuenta cerrada. Sus sesiones terminaron en todos los dispositivos.')
  },
})

export const reopenAccount = defineCommand({
  name: 'account open',
  summary: 'Vuelve a abrir una cuenta cerrada, con la contraseña que tenía',
  args: { cuenta: ACCOUNT_ARGUMENT },
  example: 'account open apoderado@example.com',
  async run({ cuenta }, { terminal, connect, auditCommand }) {
    const { db } = await connect()
    const hasPassword = await inTransactionBesideImport(db, async (transaction) => {
      const account = await findAccountForUpdate(transaction, cuenta)
      if (account.is_active) throw new Refusal('La cuenta ya estaba abierta.')
      await setAccountOpen(transaction, account, true)
      await auditCommand(transaction, { parent_id: account.id })
      return account.password_hash !== null
    })
    terminal.print('Cuenta abierta.')
    if (!hasPassword) terminal.print('No tiene contraseña propia: envíe una invitación con invitation send.')
  },
})
