import type { digestPeriods } from '@apoderados/contract/notifications'
import { establishments } from '@apoderados/core/db/tables/schools'
import { eq, sql } from 'drizzle-orm'
import { defineCommand } from '../command.ts'
import { findSchool, readName } from '../find.ts'
import { inTransactionWithoutImport } from '../transaction.ts'

type DigestPeriod = (typeof digestPeriods)[number]

const periodNames: Record<DigestPeriod, string> = { never: 'nunca', daily: 'diario', weekly: 'semanal' }
const periodTexts: Record<DigestPeriod, string> = {
  never: 'nunca',
  daily: 'cada día a las 18:00',
  weekly: 'los viernes a las 18:00',
}

/** The line in the output of `news list` and `news digest` that states a school's default period of the digest. */
export const digestText = (period: DigestPeriod) =>
  `Resumen por correo a quienes no eligieron: ${periodTexts[period]}.`

export const setDigestDefault = defineCommand({
  name: 'news digest',
  summary: 'Cambia cada cuánto reciben el resumen por correo los apoderados de un colegio que no eligieron',
  args: {
    rbd: { about: 'RBD con dígito verificador' },
    frecuencia: { about: Object.values(periodNames).join(', ') },
  },
  example: 'news digest 90003-6 semanal',
  async run({ rbd, frecuencia }, { terminal, connect, auditCommand }) {
    const digest = readName(periodNames, frecuencia, 'El resumen se manda')
    const { db, publicUrl } = await connect()
    await inTransactionWithoutImport(db, async (transaction) => {
      const { id } = await findSchool(transaction, rbd)
      const digest_since = digest === 'never' ? null : sql`coalesce(${establishments.digest_since}, now())`
      await transaction.update(establishments).set({ digest, digest_since }).where(eq(establishments.id, id))
      await auditCommand(transaction, { establishment_id: id, detail: { digest } })
    })
    terminal.print(digestText(digest))
    terminal.print('Lo que un apoderado elige en Configuraciones, también nunca, se respeta siempre.')
    if (digest !== 'never' && publicUrl === undefined)
      terminal.warn('Falta PUBLIC_URL: sin ella el servidor no manda resúmenes.')
  },
})
