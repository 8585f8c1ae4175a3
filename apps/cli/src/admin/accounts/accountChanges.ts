import { logAccountChange } from '@apoderados/core/accounts/accountNews'
import { settleEmailChanges } from '@apoderados/core/accounts/emailChanges'
import type { Queryable } from '@apoderados/core/db/client/open'
import { parents } from '@apoderados/core/db/schema/schema'
import { Refusal } from '@apoderados/importer/explain'
import { and, eq, ne, type SQL } from 'drizzle-orm'
import { UsageError } from '../../terminal/usageError.ts'
import { defineCommand } from '../command.ts'
import { ACCOUNT_ARGUMENT, findAccountForUpdate, readEmail, readRut } from '../find.ts'
import { inTransactionWithoutImport } from '../transaction.ts'

/** @throws {Refusal} if an account other than `parent_id` meets `hasValue`; `what` is the Spanish name of the value */
async function refuseTakenValue(transaction: Queryable, hasValue: SQL, parent_id: number, what: string) {
  const rows = await transaction
    .select({ id: parents.id })
    .from(parents)
    .where(and(hasValue, ne(parents.id, parent_id)))
  if (rows.length > 0) throw new Refusal(`Otra cuenta ya tiene ese ${what}.`)
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
      if (account.email === email) throw new Refusal('La cuenta ya tiene ese correo.')
      await refuseTakenValue(transaction, eq(parents.email, email), account.id, 'correo')
      await transaction
        .update(parents)
        .set({ email, email_by_operator: true })
        .where(eq(parents.id, account.id))
      const change = { parent_id: account.id, old_email: account.email }
      await settleEmailChanges(transaction, [change], { detail: { command: 'account set-email' } })
      await logAccountChange(transaction, account.id, 'email', [account.email, email])
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
      const { id, rut } = await findAccountForUpdate(transaction, cuenta)
      if (rut === number.rut) throw new Refusal('La cuenta ya tiene ese RUT.')
      await refuseTakenValue(transaction, eq(parents.rut, number.rut), id, 'RUT')
      await transaction
        .update(parents)
        .set({ ...number, foreign_document: null })
        .where(eq(parents.id, id))
      await logAccountChange(transaction, id, 'rut', [rut, number.rut])
      await auditCommand(transaction, { parent_id: id })
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

const sharingColumns = { phone: parents.shares_phone, email: parents.shares_email }

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
      const { id } = await findAccountForUpdate(transaction, cuenta)
      const isAccount = eq(parents.id, id)
      const [before] = await transaction.select(sharingColumns).from(parents).where(isAccount)
      const [now] = await transaction
        .update(parents)
        .set({
          ...(shares_phone !== undefined && { shares_phone, withdrew_phone: !shares_phone }),
          ...(shares_email !== undefined && { shares_email, withdrew_email: !shares_email }),
        })
        .where(isAccount)
        .returning(sharingColumns)
      await logAccountChange(transaction, id, 'contact', [JSON.stringify(before), JSON.stringify(now)])
      const detail = { ...now }
      await auditCommand(transaction, { parent_id: id, detail })
      return detail
    })
    const yesOrNo = (isShared: boolean | undefined) => (isShared ? 'sí' : 'no')
    terminal.print(
      `Muestra a su curso: teléfono ${yesOrNo(choice.phone)}, correo ${yesOrNo(choice.email)}. Rige desde ya.`,
    )
  },
})
