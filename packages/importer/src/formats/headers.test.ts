import { describe, expect, it } from 'vitest'
import { readSheets, sheetOf } from '../testing/readSheets.ts'

const attendanceHeaders = ['run_alumno', 'fecha', 'estado']
const presentCells = ['40427815', '15-04-2026', 'P']
const presentRecord = { rbd: null, year: null, student_rut: '40427815', day: '2026-04-15', status: 'present' }

describe('headers', () => {
  const read = (headers: string[], cells: string[], file = 'asistencia.csv') =>
    readSheets([sheetOf(file, [headers, cells])])

  it.each([
    ['RUN Alumno', 'FECHA', 'Estado'],
    ['run-alumno', ' fecha ', 'ESTADO'],
    ['Rut', 'Día', 'Asistencia'],
  ])('may be written %s, %s, %s', async (...headers) => {
    expect((await read(headers, presentCells)).records.asistencia).toEqual([presentRecord])
  })

  it('may be in any order, below a title and beside blank columns', async () => {
    const rows = [
      ['Colegio Los Aromos', '', ''],
      ['', ''],
      ['', 'estado', 'run_alumno', 'fecha', ''],
      ['', 'P', '40427815', '15-04-2026', '', ''],
    ]
    const { records, problems, warnings } = await readSheets([sheetOf('asistencia.csv', rows)])
    expect([...problems, ...warnings]).toEqual([])
    expect(records.asistencia).toEqual([presentRecord])
  })

  it('are reported if missing, and the sheet is not read further', async () => {
    const { records, problems } = await read(['run_alumno', 'observacion'], ['nada', ''], 'asistencia.csv')
    expect(problems).toEqual([
      { file: 'asistencia.csv', line: 1, message: 'falta la columna «fecha»' },
      { file: 'asistencia.csv', line: 1, message: 'falta la columna «estado»' },
    ])
    expect(records.asistencia).toEqual([])
  })

  it('are reported if repeated', async () => {
    const { problems } = await read([...attendanceHeaders, 'Fecha'], [...presentCells, '16-04-2026'])
    expect(problems).toEqual([
      {
        file: 'asistencia.csv',
        line: 1,
        column: 'Fecha',
        message: 'dice lo mismo que la columna «fecha»',
        expected: 'una sola de las dos',
      },
    ])
  })

  it('with a column’s own name have priority over synonyms', async () => {
    const headers = ['tipo_doc', 'numero', 'nombres', 'apellidos', 'email', 'Teléfono', 'Celular']
    const cells = ['RUN', '42456123-1', 'Paola', 'Soto', 'p@example.com', '223456789', '987654321']
    const { records, problems, warnings } = await read(headers, cells, 'apoderados.csv')
    expect(problems).toEqual([])
    expect(warnings.map(({ column, message }) => [column, message])).toEqual([
      ['Teléfono', 'no se conoce esta columna: no se importa'],
    ])
    expect(records.apoderados).toMatchObject([{ phone: '+56987654321' }])
  })

  it('are reported with the most similar name if unknown, and the other columns are imported', async () => {
    const headers = ['run_alumno', 'fecha', 'estado', 'anioo', 'Etnia']
    const { records, problems, warnings } = await read(headers, [...presentCells, '2026', 'secreto'])
    expect(problems).toEqual([])
    expect(warnings).toEqual([
      {
        file: 'asistencia.csv',
        line: 1,
        column: 'anioo',
        message: 'no se conoce esta columna: no se importa',
        expected: '¿anio?',
      },
      {
        file: 'asistencia.csv',
        line: 1,
        column: 'Etnia',
        message: 'no se conoce esta columna: no se importa',
      },
    ])
    expect(records.asistencia).toEqual([presentRecord])
  })

  it('of grades must include one of two columns', async () => {
    const { problems } = await read(['evaluacion', 'run_alumno'], ['MAT-1', '40427815'], 'notas.csv')
    expect(problems).toEqual([
      { file: 'notas.csv', line: 1, message: 'falta la columna «nota» o «concepto»' },
    ])
  })
})
