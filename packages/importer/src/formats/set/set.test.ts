import { describe, expect, it } from 'vitest'
import type { Problem } from '../../problems.ts'
import { sheetNames } from '../../sheetRecords.ts'
import { readSheets, sheetOfCsv } from '../../testing/readSheets.ts'
import { formats } from './set.ts'

const summarizeProblems = (problems: Problem[]) =>
  problems.map(({ line, column, message, expected }) => `${line} ${column}: ${message} (${expected})`)
const readCsv = async (file: string, text: string) => {
  const { records, problems, warnings } = await readSheets([sheetOfCsv(file, text, ';')])
  return { records, problems: summarizeProblems(problems), warnings: summarizeProblems(warnings) }
}

it('contains a format for each sheet, in the order of the sheets', () => {
  expect(formats.map(({ name }) => name)).toEqual([...sheetNames])
})

describe('establecimientos', () => {
  it('join address and commune, and check the RBD', async () => {
    const { records, problems } = await readCsv(
      'establecimientos.csv',
      `rbd;dv;nombre;direccion;comuna;telefono;zona_horaria;redondeo;promedio_ponderado
      90020;6;Colegio Los Aromos;Av. Los Aromos 2150;La Florida;2 2345 6789;america/santiago;Trunca;sí
      90021-4;;Liceo;Los Boldos 5, LA FLORIDA;La Florida;;;;
      90021;3;Liceo;;;;;;
      90021;;Liceo;;;;;;`,
    )
    expect(records.establecimientos).toEqual([
      {
        rbd: '90020-6',
        name: 'Colegio Los Aromos',
        address: 'Av. Los Aromos 2150, La Florida',
        phone: '+56223456789',
        time_zone: 'America/Santiago',
        rounding: 'truncate',
        uses_weights: true,
      },
      {
        rbd: '90021-4',
        name: 'Liceo',
        address: 'Los Boldos 5, LA FLORIDA',
        phone: null,
        time_zone: null,
        rounding: null,
        uses_weights: null,
      },
    ])
    expect(problems).toEqual([
      '4 dv: el dígito verificador no corresponde (4)',
      '5 dv: falta el dígito verificador (un dígito de 0 a 9, o K)',
    ])
  })
})

describe('cursos', () => {
  it('must state the level of a year that both levels have', async () => {
    const { records, problems } = await readCsv(
      'cursos.csv',
      `rbd;anio;codigo;nombre;letra;cod_ensenanza;cod_grado
      90020;2026;1A;1º;A;;
      90020;2026;1B;1º;B;310;1
      90020;2026;7A;7mo;A;;`,
    )
    expect(records.cursos.map(({ name, letter }) => `${name} ${letter}`)).toEqual([
      '1° Medio B',
      '7° Básico A',
    ])
    expect(problems).toEqual(['2 nombre: no dice si es de básica o de media (1° Básico o 1° Medio)'])
  })
})

describe('asignaturas', () => {
  it('are numbered within each course', async () => {
    const { records } = await readCsv(
      'asignaturas.csv',
      `curso;codigo;nombre;escala;incide_promedio;run_docente
      5A;LEN;Lenguaje;numero;si;43001122-7
      5º básico b;LEN;Lenguaje;numero;si;
      5A;REL;Religión;concepto;no;
      5A;TAL;Taller;;no;`,
    )
    expect(
      records.asignaturas.map(({ course, code, position, scale_type }) => [
        course,
        code,
        position,
        scale_type,
      ]),
    ).toEqual([
      ['5A', 'LEN', 1, 'number'],
      ['5° Básico B', 'LEN', 1, 'number'],
      ['5A', 'REL', 2, 'other'],
      ['5A', 'TAL', 3, null],
    ])
    expect(records.asignaturas[0]?.employee_rut).toBe('43001122')
  })
})

describe('horario', () => {
  it('must state the subject of a class, and may omit that of a break', async () => {
    const { records, problems } = await readCsv(
      'horario.csv',
      `curso;dia;tipo;inicio;termino;asignatura
      5A;LUN;clase;8:00;09.30;MAT
      5A;1;recreo;09:30;09:45 hrs;
      5A;1;almuerzo;13:00;14:00;
      5A;martes;clase;8:00;09:30;
      5A;martes;recreo;8:00;09:30;MAT`,
    )
    expect(records.horario).toEqual([
      {
        rbd: null,
        year: null,
        course: '5A',
        weekday: 1,
        is_class: true,
        is_lunch: false,
        starts_at: '08:00',
        ends_at: '09:30',
        subject: 'MAT',
      },
      {
        rbd: null,
        year: null,
        course: '5A',
        weekday: 1,
        is_class: false,
        is_lunch: false,
        starts_at: '09:30',
        ends_at: '09:45',
        subject: null,
      },
      {
        rbd: null,
        year: null,
        course: '5A',
        weekday: 1,
        is_class: false,
        is_lunch: true,
        starts_at: '13:00',
        ends_at: '14:00',
        subject: null,
      },
    ])
    expect(problems).toEqual([
      '5 asignatura: una clase necesita su asignatura (MAT)',
      '6 asignatura: un recreo no tiene asignatura (la celda vacía)',
    ])
  })
})

describe('notas', () => {
  it('may be a number, a concept or pending', async () => {
    const { records, problems } = await readCsv(
      'notas.csv',
      `evaluacion;run_alumno;nota;concepto
      MAT-1;40427815;5,4;
      REL-1;40427815;;MB
      MAT-2;40427815;;
      MAT-3;40427815;5,4;MB
      MAT-4;40427815;55;`,
    )
    expect(records.notas.map(({ tenths, concept }) => [tenths, concept])).toEqual([
      [54, null],
      [null, 'MB'],
      [null, null],
    ])
    expect(problems).toEqual([
      '5 concepto: hay una nota y un concepto (uno de los dos)',
      '6 nota: fuera de 1,0 a 7,0 (¿quiso decir 5,5?) (una nota de 1,0 a 7,0 con un decimal, como 5,4)',
    ])
  })
})

it('fills in the default value of a blank cell', async () => {
  const arrears = await readCsv('atrasos.csv', 'run_alumno;fecha_hora;estado\n40427815;15-04-2026 8:17;')
  expect(arrears.records.atrasos).toMatchObject([
    { date_late: '2026-04-15 08:17', status: 'created', observation: null },
  ])
  const assessments = await readCsv(
    'evaluaciones.csv',
    'codigo;curso;asignatura;periodo;nombre;fecha;ponderacion\nMAT-1;5A;MAT;1S;Prueba;;',
  )
  expect(assessments.records.evaluaciones).toMatchObject([{ weight: 1, held_on: null }])
  const observations = await readCsv(
    'observaciones.csv',
    'run_alumno;fecha;tipo;descripcion;detalle;en_clases;lugar\n40427815;17-04-2026;Negativa;Sin materiales;No trae regla.;;inspectoria',
  )
  expect(observations.records.observaciones).toMatchObject([
    { event_type: 'negative', in_class: false, where_is: 'inspectorate' },
  ])
})

it('shows an event to the whole school only if the cell states it', async () => {
  const { records, problems } = await readCsv(
    'agenda.csv',
    'curso;fecha;hora;titulo;documento\nTodos;22-04-2026;;Acto;documentos\\pauta.pdf\n;22-04-2026;8:00;Prueba;',
  )
  expect(records.agenda).toMatchObject([{ course: null, time: null, document: 'documentos/pauta.pdf' }])
  expect(problems).toEqual([
    '3 curso: falta el dato (el código de un curso, o su nombre y letra, como 5° Básico A; «todos» para todo el establecimiento)',
  ])
})
