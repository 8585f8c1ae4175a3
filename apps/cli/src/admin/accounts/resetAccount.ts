import { resetAccess } from '@apoderados/database/invitations/invitations'
import { Refusal } from '@apoderados/importer/explain'
import { command } from '../command.ts'
import { CUENTA, holdAccount } from '../find.ts'
import { told } from '../invitations/invitations.ts'
import { readWay, WAYS, writeLettersOf } from '../invitations/letterOptions.ts'
import { besideImport } from '../transaction.ts'

export const resetAccount = command({
  name: 'account reset',
  summary: 'Quita la contraseña, termina las sesiones y da una de un solo uso por correo o carta',
  args: { cuenta: CUENTA },
  options: WAYS,
  example: 'account reset apoderada@example.com --mail',
  async run({ cuenta, ...way }, { terminal, connect, note }) {
    const path = readWay(way)
    const { db, keys, publicUrl } = await connect()
    await besideImport(db, async (transaction) => {
      const { id } = await holdAccount(transaction, cuenta)
      const isReset = await resetAccess(transaction, keys, id, { byMail: path === undefined })
      if (!isReset) throw new Refusal('La cuenta está cerrada. Ábrala primero con account open.')
      if (path !== undefined) await writeLettersOf(transaction, { keys, publicUrl }, [id], path)
      await note(transaction, { parent_id: id, detail: { by_mail: path === undefined } })
    })
    terminal.print(`La contraseña anterior ya no sirve. ${told(1, path)}`)
  },
})
