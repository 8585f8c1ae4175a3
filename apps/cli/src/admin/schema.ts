import { grantLeastRights } from '@apoderados/core/db/client/leastRights'
import { Refusal } from '@apoderados/importer/explain'
import { defineCommand } from './command.ts'

export const updateSchema = defineCommand({
  name: 'schema update',
  summary: 'Pone al día las tablas y los derechos de las cuentas del servidor y del operador',
  example: 'schema update',
  async run(_, { terminal, connect, auditCommand }) {
    const { db } = await connect() // connecting applies pending migrations
    const missing = await grantLeastRights(db)
    if (missing.length > 0)
      throw new Refusal(
        `Las tablas están al día. Faltan las cuentas ${missing.join(' y ')}: créelas con deploy/roles.sql y repita el comando.`,
      )
    await auditCommand(db)
    terminal.print('Las tablas y los derechos de las cuentas están al día.')
  },
})
