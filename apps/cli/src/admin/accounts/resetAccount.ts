import { resetAccess } from '@apoderados/database/invitations/invitations'
import { Refusal } from '@apoderados/importer/explain'
import { command } from '../command.ts'
import { CUENTA, findAccountForUpdate } from '../find.ts'
import { nextStepMessage } from '../invitations/invitations.ts'
import { DELIVERY_OPTIONS, readDelivery, writeLettersOf } from '../invitations/letterOptions.ts'
import { inTransactionBesideImport } from '../transaction.ts'

export const resetAccount = command({
  name: 'account reset',
  summary: 'Quita la contraseña, termina las sesiones y da una de un solo uso por correo o carta',
  args: { cuenta: CUENTA },
  options: DELIVERY_OPTIONS,
  example: 'account reset apoderada@example.com --mail',
  async run({ cuenta, ...delivery }, { terminal, connect, auditCommand }) {
    const path = readDelivery(delivery)
    const { db, keys, publicUrl } = await connect()
    await inTransactionBesideImport(db, async (transaction) => {
      const { id } = await findAccountForUpdate(transaction, cuenta)
      const isReset = await resetAccess(transaction, keys, id, { byMail: path === undefined })
      if (!isReset) throw new Refusal('La cuenta está cerrada. Ábrala primero con account open.')
      if (path !== undefined) await writeLettersOf(transaction, { keys, publicUrl }, [id], path)
      await auditCommand(transaction, { parent_id: id, detail: { by_mail: path === undefined } })
    })
    terminal.print(`La contraseña anterior ya no sirve. ${nextStepMessage(1, path)}`)
  },
})
