import { roleNames } from '@apoderados/contract/office/roles'
import { Refusal } from '@apoderados/importer/explain'
import { DEMO_PASSWORD, demoAccounts } from '@apoderados/school-data/demo/families'
import { DEMO_TOTP_SECRET, demoStaff } from '@apoderados/school-data/demo/staff'
import { allowDemo, loadDemo } from '@apoderados/server/demo/loadDemo'
import { loadDemoStaff } from '@apoderados/server/demo/loadDemoStaff'
import { removeDemo } from '@apoderados/server/demo/remove'
import { codeOf } from '@apoderados/server/office/auth/totp'
import { printTable } from '../../terminal/terminal.ts'
import { defineCommand } from '../command.ts'
import { removeFiles } from '../retention/removeFiles.ts'
import { inTransactionWithoutImport } from '../transaction.ts'

export const demoOn = defineCommand({
  name: 'demo on',
  summary: 'Carga el colegio de demostración en una base sin colegios ni cuentas',
  example: 'demo on',
  async run(_, { terminal, connect, auditCommand }) {
    const { db, files, keys, passwords } = await connect()
    await allowDemo(db)
    const state = await loadDemo(db, files, passwords)
    if (state === 'not a demo' || state === 'off')
      throw new Refusal('La base ya tiene colegios o cuentas: la demostración no va junto a ellos.')
    await loadDemoStaff(db, keys, passwords)
    await auditCommand(db)
    terminal.print(state === 'kept' ? 'La demostración ya estaba cargada.' : 'Demostración cargada.')
    terminal.print(`Cuentas, todas con la contraseña ${DEMO_PASSWORD}:`)
    printTable(
      terminal,
      ['Correo', 'Quién es'],
      [
        ...demoAccounts.map(({ email, is }) => [email, is]),
        ...demoStaff.map(({ email, name, role }) => [email, `${name}: ${roleNames[role]}`]),
      ],
    )
  },
})

export const showDemoCode = defineCommand({
  name: 'demo code',
  summary: 'Muestra el código de 6 cifras con que ahora ingresa el personal del colegio de demostración',
  example: 'demo code',
  async run(_, { terminal }) {
    terminal.print(await codeOf(DEMO_TOTP_SECRET))
  },
})

export const demoOff = defineCommand({
  name: 'demo off',
  summary: 'Quita el colegio de demostración y sus cuentas; ningún inicio lo vuelve a cargar',
  example: 'demo off',
  async run(_, { terminal, connect, auditCommand }) {
    const { db, files, keys } = await connect()
    const erased = await inTransactionWithoutImport(db, async (transaction) => {
      const removed = await removeDemo(transaction, keys)
      await auditCommand(transaction, { detail: { erased_accounts: removed?.account_ids.length ?? 0 } })
      return removed
    })
    if (!erased) return terminal.print('La demostración ya estaba quitada.')
    const notRemoved = await removeFiles(files, erased.file_ids)
    terminal.print('Demostración quitada. Ningún inicio la vuelve a cargar.')
    if (notRemoved > 0)
      terminal.warn(
        `Archivos que no se pudieron borrar ahora: ${notRemoved}. Los borra retention run --apply.`,
      )
  },
})
