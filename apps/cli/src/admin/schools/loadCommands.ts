import type { Database } from '@apoderados/core/db/client/open'
import { loads } from '@apoderados/core/db/schema/schema'
import { chileanNumber } from '@apoderados/importer/counted'
import { connectForImport, tryImportLock } from '@apoderados/importer/delivery'
import { Refusal } from '@apoderados/importer/explain'
import { findUndoRefusal, undoLoad } from '@apoderados/importer/undoLoad'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { operatorUid } from '../../terminal/operatorUid.ts'
import { printTable } from '../../terminal/terminal.ts'
import { defineCommand } from '../command.ts'
import { findSchool } from '../find.ts'

const LISTED_MAX = 20

/** Returns the newest imports of a school. */
const readLoads = (db: Database, establishment_id: number) =>
  db
    .select({
      id: loads.id,
      staff_name: loads.staff_name,
      counts: loads.counts,
      applied_at: loads.applied_at,
    })
    .from(loads)
    .where(and(eq(loads.establishment_id, establishment_id), inArray(loads.state, ['done', 'undone'])))
    .orderBy(desc(loads.applied_at))
    .limit(LISTED_MAX)

type Counts = Record<string, { added: number; changed: number; ended: number }>

/** Formats the number of rows that a load wrote: '1.219'. */
const writtenRows = (counts: unknown) =>
  chileanNumber(
    Object.values(counts as Counts).reduce(
      (sum, { added, changed, ended }) => sum + added + changed + ended,
      0,
    ),
  )

export const listLoads = defineCommand({
  name: 'load list',
  summary: `Lista las últimas ${LISTED_MAX} importaciones de un colegio, y si se pueden deshacer`,
  args: { rbd: { about: 'RBD con dígito verificador' } },
  example: 'load list 90003-6',
  async run({ rbd }, { terminal, connect }) {
    const { db, url } = await connect()
    const { id: establishment_id, time_zone: timeZone } = await findSchool(db, rbd)
    const client = await connectForImport(url)
    try {
      const lines: string[][] = []
      for (const { id, staff_name, counts, applied_at } of await readLoads(db, establishment_id)) {
        const refusal = await findUndoRefusal(client, { establishment_id, load_id: id })
        const time = applied_at?.toLocaleString('es-CL', { timeZone, dateStyle: 'short', timeStyle: 'short' })
        lines.push([String(id), time ?? '', staff_name ?? 'comando', writtenRows(counts), refusal ?? 'sí'])
      }
      if (lines.length === 0) terminal.print('Ninguna.')
      else printTable(terminal, ['N°', 'Cuándo', 'Quién', 'Filas', 'Se puede deshacer'], lines)
    } finally {
      await client.end()
    }
  },
})

export const undoImport = defineCommand({
  name: 'load undo',
  summary: 'Deshace una importación: los datos vuelven a como estaban, y las familias leen la corrección',
  args: {
    rbd: { about: 'RBD con dígito verificador' },
    carga: { about: 'el número de la importación, de load list' },
  },
  example: 'load undo 90003-6 17',
  async run({ rbd, carga }, { terminal, connect, auditCommand, environment }) {
    if (!/^\d{1,15}$/.test(carga)) throw new Refusal('El número es el de load list, como 17.')
    const { db, url } = await connect()
    const { id: establishment_id } = await findSchool(db, rbd)
    const load = { establishment_id, load_id: Number(carga) }
    const client = await connectForImport(url)
    try {
      if (!(await tryImportLock(client, true)))
        throw new Refusal(
          'Una importación está en curso, o un comando que cambia datos. Espere a que termine.',
        )
      await undoLoad(client, load, {
        name: null,
        detail: { command: 'load undo', uid: operatorUid(environment), load_id: load.load_id },
        audit: (transaction) =>
          auditCommand(transaction, { establishment_id, detail: { load_id: load.load_id } }),
      })
    } finally {
      await client.end()
    }
    terminal.print('Deshecha. Los datos están como antes de esa importación.')
  },
})
