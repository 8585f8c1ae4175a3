import { countWrittenRows, readSchoolLoads } from '@apoderados/core/loads/schoolLoads'
import { chileanNumber } from '@apoderados/importer/counted'
import { connectForImport, tryImportLock } from '@apoderados/importer/delivery'
import { Refusal } from '@apoderados/importer/explain'
import { undoLoad } from '@apoderados/importer/undoLoad'
import { operatorUid } from '../../terminal/operatorUid.ts'
import { printTable } from '../../terminal/terminal.ts'
import { defineCommand } from '../command.ts'
import { findSchool } from '../find.ts'

const LISTED_MAX = 20

export const listLoads = defineCommand({
  name: 'load list',
  summary: `Lista las últimas ${LISTED_MAX} importaciones de un colegio, y si se pueden deshacer`,
  args: { rbd: { about: 'RBD con dígito verificador' } },
  example: 'load list 90003-6',
  async run({ rbd }, { terminal, connect }) {
    const { db } = await connect()
    const { id: establishment_id, time_zone: timeZone } = await findSchool(db, rbd)
    const loads = await readSchoolLoads(db, establishment_id, { limit: LISTED_MAX, isSaved: true })
    if (loads.length === 0) return terminal.print('Ninguna.')
    const lines = loads.map(({ id, staff, counts, applied_at, undo_refusal }) => [
      String(id),
      applied_at?.toLocaleString('es-CL', { timeZone, dateStyle: 'short', timeStyle: 'short' }) ?? '',
      staff ?? 'comando',
      chileanNumber(countWrittenRows(counts)),
      undo_refusal ?? 'sí',
    ])
    printTable(terminal, ['N°', 'Cuándo', 'Quién', 'Filas', 'Se puede deshacer'], lines)
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
