import type { ChangeKind } from '@apoderados/contract/news'
import { newsSettings } from '@apoderados/core/db/tables/news'
import { establishments } from '@apoderados/core/db/tables/schools'
import { Refusal } from '@apoderados/importer/explain'
import { asc, eq } from 'drizzle-orm'
import { printTable } from '../../terminal/terminal.ts'
import { defineCommand } from '../command.ts'
import { findSchool, readName } from '../find.ts'
import { inTransactionWithoutImport } from '../transaction.ts'
import { digestText } from './digestCommand.ts'

const kindNames: Record<ChangeKind, string> = {
  grade: 'notas',
  observation: 'observaciones',
  arrear: 'atrasos',
  absence: 'inasistencias',
  event: 'agenda',
  document: 'documentos',
  timetable: 'horario',
  account: 'vinculos',
}
const DELAY_HOURS_MAX = 168

type NewsTiming = Pick<typeof newsSettings.$inferSelect, 'timing' | 'hours' | 'at_time'>

/** @throws {Refusal} for an invalid timing */
function readTiming(typed: string): NewsTiming {
  const none = { hours: null, at_time: null }
  if (typed === 'ahora') return { ...none, timing: 'at_once' }
  if (typed === 'nunca') return { ...none, timing: 'never' }
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(typed)) return { ...none, timing: 'at_time', at_time: typed }
  const hours = Number(/^(\d{1,3})h$/.exec(typed)?.[1])
  if (hours >= 1 && hours <= DELAY_HOURS_MAX) return { ...none, timing: 'after_hours', hours }
  throw new Refusal(
    `Se escribe ahora, nunca, una hora como 18:00 o una espera como 24h, hasta ${DELAY_HOURS_MAX}h.`,
  )
}

function timingText({ timing, hours, at_time }: NewsTiming): string {
  if (timing === 'at_once') return 'ahora'
  if (timing === 'never') return 'nunca'
  return timing === 'at_time' ? `a las ${at_time?.slice(0, 5)}` : `tras ${hours} h`
}

export const listNews = defineCommand({
  name: 'news list',
  summary: 'Lista desde cuándo y en qué momento un colegio avisa de cada novedad',
  args: { rbd: { about: 'RBD con dígito verificador' } },
  example: 'news list 90003-6',
  async run({ rbd }, { terminal, connect }) {
    const { db } = await connect()
    const { id, digest } = await findSchool(db, rbd)
    const settings = await db
      .select({ setting: newsSettings, time_zone: establishments.time_zone })
      .from(newsSettings)
      .innerJoin(establishments, eq(establishments.id, newsSettings.establishment_id))
      .where(eq(newsSettings.establishment_id, id))
      .orderBy(asc(newsSettings.kind))
    if (settings.length === 0) terminal.print('Ninguna: el colegio no ha importado nada todavía.')
    else
      printTable(
        terminal,
        ['Novedad', 'Desde', 'Se avisa'],
        settings.map(({ setting, time_zone }) => [
          kindNames[setting.kind],
          setting.since?.toLocaleDateString('es-CL', { timeZone: time_zone }) ?? 'la próxima importación',
          timingText(setting),
        ]),
      )
    terminal.print(digestText(digest))
  },
})

export const setNews = defineCommand({
  name: 'news set',
  summary: 'Cambia en qué momento un colegio avisa de una novedad; vale desde la próxima importación',
  args: {
    rbd: { about: 'RBD con dígito verificador' },
    novedad: { about: Object.values(kindNames).join(', ') },
    momento: { about: 'ahora, nunca, una hora como 18:00 o una espera como 24h' },
  },
  example: 'news set 90003-6 observaciones 18:00',
  async run({ rbd, novedad, momento }, { terminal, connect, auditCommand }) {
    const kind = readName(kindNames, novedad, 'Se avisa de')
    const timing = readTiming(momento)
    const { db } = await connect()
    await inTransactionWithoutImport(db, async (transaction) => {
      const { id: establishment_id } = await findSchool(transaction, rbd)
      await transaction
        .insert(newsSettings)
        .values({ establishment_id, kind, ...timing })
        .onConflictDoUpdate({
          target: [newsSettings.establishment_id, newsSettings.kind],
          set: timing,
        })
      await auditCommand(transaction, { establishment_id, detail: { kind, timing: timingText(timing) } })
    })
    terminal.print(`Desde la próxima importación se avisa de ${kindNames[kind]}: ${timingText(timing)}.`)
  },
})
