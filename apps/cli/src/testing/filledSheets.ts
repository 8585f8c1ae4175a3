import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SheetFormat } from '@apoderados/importer/formats/column'
import { formats } from '@apoderados/importer/formats/set/set'
import type { SheetName } from '@apoderados/importer/sheetRecords'
import { schoolFolder } from './setupImportCommand.ts'

type RowCells = Record<string, string>

/**
 * The rows of each sheet: one, or several where two values exclude each other. A cell that a row omits contains its
 * column's example, and so do all cells of a sheet that is not listed. A row states a cell whose example would equal
 * what an empty cell imports, have an invalid check digit, match no other row, or be excluded by the row's other cells.
 */
const SHEET_ROWS: Partial<Record<SheetName, RowCells[]>> = {
  establecimientos: [
    { rbd: '90020-6', zona_horaria: 'America/Punta_Arenas', redondeo: 'trunca', promedio_ponderado: 'si' },
  ],
  funcionarios: [{ run: '43001122-7' }],
  asignaturas: [
    {},
    { codigo: 'REL', nombre: 'Religión', escala: 'concepto', incide_promedio: 'no' },
    { codigo: 'FIS-E', nombre: 'Física Electiva', electiva: 'si' },
  ],
  alumnos: [
    {
      run: '40318926-K',
      fecha_incorporacion_curso: '10-03-2026',
      numero_lista: '5',
      mostrar_nombre_social: 'si',
      comparte_foto: 'si',
    },
  ],
  apoderados: [{ numero: '42456123-1', comparte_telefono: 'si', comparte_email: 'si' }],
  vinculos: [{ parentesco: 'otro', acceso: 'no' }],
  evaluaciones: [{}, { codigo: 'REL-1', asignatura: 'REL' }],
  notas: [{ concepto: '' }, { evaluacion: 'REL-1', nota: '' }],
  atrasos: [{ estado: 'justificado' }],
}

/** A change to a sheet: the column is removed, or its cells are emptied. */
export type ColumnChange = { sheet: SheetName; column: string; how: 'missing' | 'empty' }

/** An example as a filled sheet writes it: RUNs with points, as the template's own example row is refused. */
const filledCell = (example: string) => example.replace(/^(4\d)(\d{3})(\d{3})$/, '$1.$2.$3')

function csvOf(format: SheetFormat, changes: ColumnChange[]): string {
  const changed = (column: string) =>
    changes.find((change) => change.sheet === format.name && change.column === column)?.how
  const columns = Object.entries(format.columns).filter(([name]) => changed(name) !== 'missing')
  const lines = (SHEET_ROWS[format.name] ?? [{}]).map((cells) =>
    columns.map(([name, { example }]) =>
      changed(name) === 'empty' ? '' : (cells[name] ?? filledCell(example)),
    ),
  )
  return [columns.map(([name]) => name), ...lines].map((cells) => `"${cells.join('";"')}"`).join('\n')
}

/** Writes sheets in which every column is filled, except for the changes. */
export async function writeFilledSheets(folder: string, changes: ColumnChange[] = []): Promise<string> {
  await mkdir(join(folder, 'documentos'), { recursive: true })
  for (const format of formats) await writeFile(join(folder, `${format.name}.csv`), csvOf(format, changes))
  await cp(join(schoolFolder, 'documentos/pauta-laboratorio.pdf'), join(folder, 'documentos/pauta.pdf'))
  return folder
}
