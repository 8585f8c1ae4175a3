import { describe, expect, it } from 'vitest'
import { type Sheet, UnreadableFileError } from '../sheets/sheet.ts'
import { readSheets, sheetOf, sheetOfCsv } from '../testing/readSheets.ts'

const attendanceHeaders = ['run_alumno', 'fecha', 'estado']
const presentCells = ['40427815', '15-04-2026', 'P']
const presentRecord = { rbd: null, year: null, student_rut: '40427815', day: '2026-04-15', status: 'present' }

describe('a sheet is recognised', () => {
  it.each([
    'asistencia.csv',
    'Asistencia 2026.csv',
    '12_asistencia.csv',
    'ASISTENCIAS (5A).csv',
    'colegio.xlsx › Asistencia de alumnos',
  ])('by its name %s', async (file) => {
    const { records, problems } = await readSheets([sheetOf(file, [attendanceHeaders, presentCells])])
    expect(problems).toEqual([])
    expect(records.asistencia).toEqual([presentRecord])
  })

  it('by its headers if its name is no hint or a wrong one', async () => {
    const sheets = ['Hoja1.csv', 'notas.csv', 'copia final.csv'].map((file) =>
      sheetOf(file, [attendanceHeaders, presentCells]),
    )
    const { records, problems, warnings } = await readSheets(sheets)
    expect([...problems, ...warnings]).toEqual([])
    expect(records.asistencia).toEqual([presentRecord, presentRecord, presentRecord])
  })

  it('by a column’s own headers rather than by synonyms', async () => {
    const rows = [
      ['run', 'fecha', 'estado'],
      ['40427815', '15-04-2026 08:17', 'registrado'],
    ]
    const { records } = await readSheets([sheetOf('atrasos.csv', rows)])
    expect(records.atrasos).toHaveLength(1)
  })

  it('or reported, with the most similar name', async () => {
    const sheets = [
      sheetOf('Vinclos.csv', [['a', 'b']]),
      sheetOf('casino.csv', [['menú', 'precio']]),
      sheetOf('colegio.xlsx › Hoja2', []),
      sheetOf('colegio.xlsx › LEAME', [['Planillas para importar un establecimiento']]),
    ]
    const { problems, warnings } = await readSheets(sheets)
    expect(problems).toEqual([])
    expect(warnings.map(({ file, message, expected }) => [file, message, expected?.slice(0, 30)])).toEqual([
      ['Vinclos.csv', 'no se sabe qué contiene «Vinclos»: no se importa', '¿vinculos?'],
      ['casino.csv', 'no se sabe qué contiene «casino»: no se importa', 'establecimientos, periodos, di'],
    ])
  })
})

describe('rows', () => {
  it('are reported with file, line and column header, and the valid ones are read', async () => {
    const { records, problems } = await readSheets([
      sheetOfCsv(
        'asistencia.csv',
        `RUN Alumno;Fecha;estado
        12.345.678-4;31-02-2026;Z
        ;;
        ;15-04-2026;
        40427815;15-04-2026;P`,
        ';',
      ),
    ])
    expect(problems).toEqual([
      {
        file: 'asistencia.csv',
        line: 2,
        column: 'RUN Alumno',
        message: 'el dígito verificador no corresponde',
        expected: '5',
      },
      {
        file: 'asistencia.csv',
        line: 2,
        column: 'Fecha',
        message: 'esa fecha no existe',
        expected: 'una fecha como 31-03-2026',
      },
      { file: 'asistencia.csv', line: 2, column: 'estado', message: 'no se conoce «Z»', expected: 'P, A, T' },
      {
        file: 'asistencia.csv',
        line: 4,
        column: 'RUN Alumno',
        message: 'falta el dato',
        expected: 'un RUN como 12345678 o 12.345.678-5',
      },
      { file: 'asistencia.csv', line: 4, column: 'estado', message: 'falta el dato', expected: 'P, A, T' },
    ])
    expect(records.asistencia).toEqual([presentRecord])
  })

  it('with a formula error are reported if the column is imported, and otherwise ignored', async () => {
    const fault = 'la celda muestra el error #N/A: corrija su fórmula'
    const given = [
      { line: 1, cells: [...attendanceHeaders, 'promedio'] },
      { line: 2, cells: presentCells, unread: new Map([[3, fault]]) },
      { line: 3, cells: [...presentCells.slice(0, 1), '', 'P'], unread: new Map([[1, fault]]) },
      { line: 4, cells: [], unread: new Map([[2, fault]]) },
    ]
    const sheet = (file: string): Sheet => ({
      ...sheetOf(file, []),
      async *rows() {
        yield given
      },
    })
    const { records, problems } = await readSheets([sheet('asistencia.xlsx')])
    const location = { file: 'asistencia.xlsx', line: 3, column: 'fecha', message: fault }
    expect(problems).toEqual([location, ...problems.slice(1, 3), { ...location, line: 4, column: 'estado' }])
    expect(problems).toHaveLength(4) // line 4 also lacks two required values
    expect(records.asistencia).toEqual([presentRecord])
    const elsewhere = { ...sheet('casino.xlsx'), rows: () => sheetOf('', [['menú', 'precio']]).rows() }
    expect((await readSheets([elsewhere])).problems).toEqual([])
  })

  it('with more cells than headers are rejected, because an extra separator shifts every cell', async () => {
    const { records, problems } = await readSheets([
      sheetOfCsv(
        'atrasos.csv',
        'run_alumno;fecha_hora;;observacion\n40427815;15-04-2026 08:17;;Llega;tarde\n40427815;15-04-2026 08:17;x;',
        ';',
      ),
    ])
    const message = 'hay una celda con datos en una columna sin encabezado'
    expect(problems).toEqual([2, 3].map((line) => ({ file: 'atrasos.csv', line, message })))
    expect(records.atrasos).toEqual([])
  })

  it('of a damaged file end in one problem, and the other files are read', async () => {
    const rows = () => {
      throw new UnreadableFileError('notas.csv', 'no se puede leer', 7)
    }
    const broken: Sheet = { file: 'notas.csv', name: 'notas', bytes: 10, rows }
    const { records, problems } = await readSheets([
      broken,
      sheetOf('asistencia.csv', [attendanceHeaders, presentCells]),
    ])
    expect(problems).toEqual([{ file: 'notas.csv', line: 7, message: 'no se puede leer' }])
    expect(records.asistencia).toEqual([presentRecord])
  })
})

describe('school and year', () => {
  const rows = [
    ['rbd', 'año', ...attendanceHeaders],
    ['90020', '2026', ...presentCells],
    ['', '', ...presentCells],
  ]

  it('may be stated in each row', async () => {
    const { records } = await readSheets([sheetOf('asistencia.csv', rows)])
    expect(records.asistencia.map(({ rbd, year }) => [rbd, year])).toEqual([
      ['90020-6', 2026],
      [null, null],
    ])
  })

  it('from the options apply to rows that state none, and exclude all others', async () => {
    const options = { rbd: '90021-4', year: 2026 }
    const { records, problems } = await readSheets([sheetOf('asistencia.csv', rows)], options)
    expect(records.asistencia.map(({ rbd, year }) => [rbd, year])).toEqual([['90021-4', 2026]])
    expect(problems).toEqual([
      {
        file: 'asistencia.csv',
        line: 2,
        column: 'rbd',
        message: 'no es lo que se pidió importar',
        expected: '90021-4',
      },
    ])
  })

  it('need no column in any sheet if the options contain them', async () => {
    const { records, problems } = await readSheets(
      [
        sheetOfCsv(
          'periodos.csv',
          'codigo;nombre;tipo;inicio;termino\n1S;1º Semestre;semestre;04-03-2026;18-06-2026',
          ';',
        ),
      ],
      { rbd: '90020-6', year: 2026 },
    )
    expect(problems).toEqual([])
    expect(records.periodos).toEqual([
      {
        rbd: '90020-6',
        year: 2026,
        code: '1S',
        name: '1° Semestre',
        starts_on: '2026-03-04',
        ends_on: '2026-06-18',
      },
    ])
  })
})
