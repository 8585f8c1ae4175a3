import {
  changeEmail,
  changeParentRut,
  type Outcome,
  setSharing as recordSharing,
} from '@apoderados/core/people/accountChanges'
import { Refusal } from '@apoderados/importer/explain'
import { UsageError } from '../../terminal/usageError.ts'
import { defineCommand } from '../command.ts'
import { ACCOUNT_ARGUMENT, findAccountForUpdate, readEmail, readRut } from '../find.ts'
import { inTransactionWithoutImport } from '../transaction.ts'

/** @throws {Refusal} if nothing has changed; `what` is the Spanish name of the value */
function requireChange(outcome: Outcome, what: string): void {
  if (outcome === 'same') throw new Refusal(`La cuenta ya tiene ese ${what}.`)
  if (outcome === 'taken') throw new Refusal(`Otra cuenta ya tiene ese ${what}.`)
}

export const setEmail = defineCommand({
  name: 'account set-email',
  summary: 'Cambia el correo con que se ingresa: terminan sus sesiones y se avisa al correo anterior',
  args: { cuenta: ACCOUNT_ARGUMENT, correo: { about: 'el correo nuevo' } },
  example: 'account set-email apoderada@example.com carolina@example.com',
  async run({ cuenta, correo }, { terminal, connect, auditCommand }) {
    const email = readEmail(correo)
    const { db } = await connect()
    const { password_hash } = await inTransactionWithoutImport(db, async (transaction) => {
      const account = await findAccountForUpdate(transaction, cuenta)
      const line = { detail: { command: 'account set-email' } }
      requireChange(await changeEmail(transaction, account, email, line), 'correo')
      await auditCommand(transaction, { parent_id: account.id })
      return account
    })
    terminal.print('Correo cambiado. Las sesiones de la cuenta terminaron.')
    terminal.print('El aviso al correo anterior está en la cola: sale mientras el servidor está en marcha.')
    terminal.print('Corríjalo también en sus planillas: mientras traigan otro, la importación lo avisa.')
    if (password_hash === null) {
      terminal.print('La contraseña de un solo uso que tenía ya no sirve. Para invitar de nuevo:')
      terminal.print(`  npm run admin -- invitation send ${email} --mail`)
    }
  },
})

export const setAccountRut = defineCommand({
  name: 'account set-rut',
  summary: 'Corrige el RUT de un apoderado, o se lo da a quien tenía IPA o pasaporte',
  args: { cuenta: ACCOUNT_ARGUMENT, rut: { about: 'el RUT nuevo, con dígito verificador' } },
  example: 'account set-rut apoderada@example.com 41.002.468-3',
  async run({ cuenta, rut: typed }, { terminal, connect, auditCommand }) {
    const number = readRut(typed)
    const { db } = await connect()
    await inTransactionWithoutImport(db, async (transaction) => {
      const account = await findAccountForUpdate(transaction, cuenta)
      requireChange(await changeParentRut(transaction, account, number), 'RUT')
      await auditCommand(transaction, { parent_id: account.id })
    })
    terminal.print(
      'RUT cambiado. Corríjalo también en sus planillas: la importación reconoce por él al apoderado.',
    )
  },
})

/** Returns whether the text is a yes. @throws {UsageError} for a text other than 'si', 'sí' and 'no' */
function readYesOrNo(option: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (/^(si|sí|no)$/i.test(text)) return text.toLowerCase() !== 'no'
  throw new UsageError(`--${option} es si o no.`)
}

export const shareContact = defineCommand({
  name: 'account share',
  summary: 'Anota si el apoderado muestra su teléfono o su correo a las familias del curso',
  args: { cuenta: ACCOUNT_ARGUMENT },
  options: {
    phone: { value: 'si|no', about: 'el teléfono' },
    email: { value: 'si|no', about: 'el correo' },
  },
  example: 'account share apoderado@example.com --phone si --email no',
  async run({ cuenta, phone, email }, { terminal, connect, auditCommand }) {
    const [shares_phone, shares_email] = [readYesOrNo('phone', phone), readYesOrNo('email', email)]
    if (shares_phone === undefined && shares_email === undefined)
      throw new UsageError('Falta --phone o --email.')
    const { db } = await connect()
    const choice = await inTransactionWithoutImport(db, async (transaction) => {
      const account = await findAccountForUpdate(transaction, cuenta)
      const detail = await recordSharing(
        transaction,
        account,
        { shares_phone, shares_email },
        { channel: 'command' },
      )
      await auditCommand(transaction, { parent_id: account.id, detail })
      return detail
    })
    const yesOrNo = (isShared: boolean | undefined) => (isShared ? 'sí' : 'no')
    terminal.print(
      `Muestra a su curso: teléfono ${yesOrNo(choice.phone)}, correo ${yesOrNo(choice.email)}. Rige desde ya.`,
    )
  },
})
