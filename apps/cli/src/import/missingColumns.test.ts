import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { officialHeaders } from '@apoderados/importer/formats/official'
import { formats } from '@apoderados/importer/formats/set/set'
import { importedRows, importedValues } from '@apoderados/importer/testing/importedRows'
import { describe, expect, it } from 'vitest'
import { type ColumnChange, writeFilledSheets } from '../testing/filledSheets.ts'
import { setupImportCommand } from '../testing/setupImportCommand.ts'

const { query, run, folder } = setupImportCommand()

/** Columns that are optional for some rows only; other rows are refused without them. */
const COLUMNS_REQUIRED_IN_SOME_ROWS = new Set([
  'vinculos.detalle_otro',
  'vinculos.motivo_sin_acceso',
  'horario.asignatura',
  'asignaturas.electiva',
])

type OptionalColumn = Omit<ColumnChange, 'how'> & { isDatum: boolean }
const optionalColumns: OptionalColumn[] = formats.flatMap((format) =>
  Object.entries(format.columns)
    .filter(([, { isRequired }]) => !isRequired)
    .map(([column]) => ({ sheet: format.name, column, isDatum: format.fields[column] != null })),
)
const isRequiredInSomeRows = ({ sheet, column }: OptionalColumn) =>
  COLUMNS_REQUIRED_IN_SOME_ROWS.has(`${sheet}.${column}`)

/**
 * Columns that are not removed together with all others: a grade needs `nota` or `concepto`, another time zone changes
 * the key of the late arrivals, and a blank `representante_legal` keeps what the school has set.
 */
const COLUMNS_TESTED_APART = [
  'notas.concepto',
  'establecimientos.zona_horaria',
  'vinculos.representante_legal',
]
const isTestedApart = ({ sheet, column }: OptionalColumn) =>
  COLUMNS_TESTED_APART.includes(`${sheet}.${column}`)

const removeSchools = () => query('truncate establishments, parents restart identity cascade')

/**
 * Columns whose blank cell removes the row (a grade without a value) or changes its key (an event's time), so that the
 * row's other fields cannot be compared.
 */
const KEY_CHANGING_COLUMNS = ['notas.nota', 'notas.concepto', 'agenda.hora']
const isKeyChanging = ({ sheet, column }: OptionalColumn) =>
  KEY_CHANGING_COLUMNS.includes(`${sheet}.${column}`)

/**
 * Imports the filled sheets with these changes. The agenda and the late arrivals are complete lists (`--complete`), so
 * that an event or late arrival at another time replaces the former one.
 */
async function runWithChanges(columns: OptionalColumn[], how: ColumnChange['how']) {
  const path = await writeFilledSheets(
    folder(),
    columns.map((column) => ({ ...column, how })),
  )
  return run(path, '--apply', '--allow-endings', '--complete', 'agenda,atrasos')
}
/** Imports as `runWithChanges`, and returns the output if the import is refused, otherwise ''. */
async function importSheets(
  columns: OptionalColumn[] = [],
  how: ColumnChange['how'] = 'empty',
): Promise<string> {
  const { isDone, output } = await runWithChanges(columns, how)
  return isDone ? '' : output
}

describe('an import', { tags: 'long' }, () => {
  it('changes nothing if all optional columns are missing', async () => {
    expect(await importSheets()).toBe('')
    const before = await importedRows(query)
    const columns = optionalColumns.filter((column) => !isTestedApart(column))
    expect(await importSheets(columns, 'missing')).toBe('')
    expect(await importedRows(query)).toEqual(before)
  })

  it('clears the fields of blank cells, and creates new rows with the same values', async () => {
    const columns = optionalColumns.filter(
      (column) =>
        column.isDatum && !isRequiredInSomeRows(column) && !isKeyChanging(column) && !isTestedApart(column),
    )
    expect(await importSheets(columns, 'empty')).toBe('')
    const emptied = await importedValues(query)
    await removeSchools()
    expect(await importSheets(columns, 'missing')).toBe('')
    expect(await importedValues(query)).toEqual(emptied)
    expect(await importSheets()).toBe('')
    expect(await importedValues(query)).not.toEqual(emptied)
    const { isDone, output } = await runWithChanges(columns, 'empty')
    expect(isDone).toBe(true)
    for (const { column } of columns)
      expect(output).toMatch(new RegExp(`· [^:\n]*\\b${column}\\b[^:\n]*: [1-9] cambian?`))
    expect(await importedValues(query)).toEqual(emptied)
  })

  it.each(optionalColumns.filter(isRequiredInSomeRows))(
    'rejects new rows that need $column of $sheet',
    async (column) => {
      for (const how of ['empty', 'missing'] as const) {
        expect(await importSheets([column], how)).toMatch(/^1 problema\b.*: no se importa nada/m)
      }
    },
  )

  it('considers for each row the columns of its own file', async () => {
    const path = await writeFilledSheets(folder())
    const header = 'desc_grado;letra_curso;run;nombres;apellido_paterno'
    const [martina, tomas] = ['40318926-K;Martina', '40427815-0;Tomás'].map((it) => `5° Básico;A;${it};Soto`)
    await writeFile(
      join(path, 'alumnos.csv'),
      `${header};genero;fecha_nacimiento\n${martina};F;17-05-2015\n${tomas};M;01-08-2015`,
    )
    expect((await run(path, '--apply')).isDone).toBe(true)
    await writeFile(join(path, 'alumnos.csv'), `${header};genero\n${martina};`)
    await writeFile(join(path, 'alumnos 2.csv'), `${header};fecha_nacimiento\n${tomas};`)
    expect((await run(path, '--apply')).isDone).toBe(true)
    expect(await query('select name, gender, birthday::text from students order by name')).toEqual([
      { name: 'Martina', gender: null, birthday: '2015-05-17' },
      { name: 'Tomás', gender: 'Masculino', birthday: null },
    ])
  })

  it('of the official list keeps the values of columns that the list lacks', async () => {
    expect(await importSheets()).toBe('')
    const cells: Record<string, string> = {
      Año: '2026',
      RBD: '90020',
      'Cod Tipo Enseñanza': '110',
      'Cod Grado': '5',
      'Desc Grado': '5° Básico',
      'Letra Curso': 'A',
      Run: '40318926',
      'Dígito Ver.': 'K',
      Nombres: 'MARTINA ANTONIA',
      'Apellido Paterno': 'SEPÚLVEDA',
      'Fecha Retiro': '1900-01-01',
    }
    const lines = [officialHeaders, officialHeaders.map((header) => cells[header] ?? '')]
    const list = join(folder(), 'SIGE.csv')
    await writeFile(list, lines.map((line) => line.join(';')).join('\n'))
    expect((await run(list, '--apply')).isDone).toBe(true)
    expect(
      await query(`select social_name, shows_social_name, shares_photo, list_number, gender, birthday,
        second_last_name, withdrawn_on from students join enrollments on student_id = students.id`),
    ).toEqual([
      {
        social_name: 'Simón',
        shows_social_name: true,
        shares_photo: true,
        list_number: 5,
        gender: null,
        birthday: null,
        second_last_name: null,
        withdrawn_on: null,
      },
    ])
  })
})
