import { describe, expect, it } from 'vitest'
import { csvOf, readSheets } from '../../../testing/readSheets.ts'
import type { Problem } from '../../problems.ts'
import { sheetNames } from '../../records.ts'
import { formats } from './set.ts'

const said = (problems: Problem[]) =>
  problems.map(({ line, column, message, expected }) => `${line} ${column}: ${message} (${expected})`)
const read = async (file: string, text: string) => {
  const { records, problems, warnings } = await readSheets([csvOf(file, text, ';')])
  return { records, problems: said(problems), warnings: said(warnings) }
}

it('holds a format for each sheet, in their order', () => {
  expect(formats.map(({ name }) => name)).toEqual([...sheetNames])
})

describe('establecimientos', () => {
  it('join address and commune, and check the RBD', async () => {
    const { records, problems } = await read(
      'establecimientos.csv',
      `rbd;dv;nombre;direccion;comuna;telefono;zona_horaria;redondeo;promedio_ponderado
      90020;6;Colegio Los Aromos;Av. Los Aromos 2150;La Florida;2 2345 6789;america/santiago;Trunca;sí
      90021-4;;Liceo;Los Boldos 5, LA FLORIDA;La Florida;;;;
      90021;3;Liceo;;;;;;
      90021;;Liceo;;;;;;`,
    )
    expect(records.establecimientos).toEqual([
      {
        ...{ rbd: '90020-6', name: 'Colegio Los Aromos', address: 'Av. Los Aromos 2150, La Florida' },
        ...{ phone: '+56223456789', time_zone: 'America/Santiago', rounding: 'truncate', uses_weights: true },
      },
      {
        ...{ rbd: '90021-4', name: 'Liceo', address: 'Los Boldos 5, LA FLORIDA' },
        ...{ phone: null, time_zone: null, rounding: null, uses_weights: null },
      },
    ])
    expect(problems).toEqual([
      '4 dv: el dígito verificador no corresponde (4)',
      '5 dv: falta el dígito verificador (un dígito de 0 a 9, o K)',
    ])
  })
})

describe('asignaturas', () => {
  it('are numbered in each course', async () => {
    const { records } = await read(
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

describe('alumnos', () => {
  const header = 'desc_grado;letra_curso;run;dv;nombres;apellido_paterno'
  const row = '5° Básico;A;40318926;K;Martina;Sepúlveda'

  it('keep what has no column, and take away what a blank cell says', async () => {
    const without = await read('alumnos.csv', `${header}\n${row}`)
    expect(without.records.alumnos).toMatchObject([
      { social_name: null, shows_social_name: null, shares_photo: null, list_number: null },
    ])
    const optional = 'nombre_social;mostrar_nombre_social;comparte_foto;numero_lista'
    const blank = await read('alumnos.csv', `${header};${optional}\n${row};;;;\n${row};Simón;si;si;12`)
    expect(blank.records.alumnos).toMatchObject([
      { social_name: '', shows_social_name: false, shares_photo: null, list_number: null },
      { social_name: 'Simón', shows_social_name: true, shares_photo: true, list_number: 12 },
    ])
  })

  it('bring no courses of their own', async () => {
    expect((await read('alumnos.csv', `${header}\n${row}`)).records.cursos).toEqual([])
  })
})

describe('apoderados', () => {
  const header = 'tipo_doc;numero;dv;nombres;apellidos;correo;Teléfono'

  it('are known by RUN, IPA or passport', async () => {
    const { records, problems } = await read(
      'apoderados.csv',
      `${header}
      RUN;42.456.123-1;;PAOLA ANDREA;HUENCHUL SOTO;Paola@Example.com;912345678
      IPA;100.123.456-7;;Jean;Pierre;jean@example.com;
      IPA;100123456;;Jean;Pierre;jean@example.com;
      Pasaporte;ab 123.456;;Ana;Joseph;ana@example.com;`,
    )
    expect(problems).toEqual([])
    expect(records.apoderados.map(({ document, rut, rut_dv }) => [document, rut, rut_dv])).toEqual([
      ['rut:42456123', '42456123', '1'],
      ['ipa:100123456', null, null],
      ['ipa:100123456', null, null],
      ['passport:AB123456', null, null],
    ])
    expect(records.apoderados[0]).toMatchObject({
      ...{ name: 'Paola Andrea', last_name: 'Huenchul Soto', email: 'paola@example.com' },
      ...{ phone: '+56912345678', shares_phone: null, shares_email: null },
    })
  })

  it('need a number of that type, and a mail', async () => {
    const { problems } = await read(
      'apoderados.csv',
      `${header}
      RUN;42456123;;Paola;Soto;p@example.com;
      RUN;42456123;2;Paola;Soto;p@example.com;
      RUN;100123456;7;Paola;Soto;p@example.com;
      RUN;76123456;0;Paola;Soto;p@example.com;
      IPA;100123456;1;Paola;Soto;p@example.com;
      IPA;42456123;1;Paola;Soto;p@example.com;
      pasaporte;??;;Paola;Soto;p@example.com;
      RUN;42456123;1;Paola;Soto;;`,
    )
    expect(problems).toEqual([
      '2 dv: falta el dígito verificador (un dígito de 0 a 9, o K)',
      '3 dv: el dígito verificador no corresponde (1)',
      '4 numero: es un número provisorio, no un RUN (IPA como tipo de documento)',
      '5 numero: es un RUT de empresa (el RUN de una persona, o un IPE)',
      '6 numero: el dígito verificador no corresponde (7)',
      '7 numero: no es un IPA (un IPA como 100.123.456-7)',
      '8 numero: no es un número de pasaporte (un pasaporte como AB123456)',
      '9 correo: falta el correo: sin él no puede ingresar a la aplicación (un correo como nombre@ejemplo.cl)',
    ])
  })
})

describe('vinculos', () => {
  const header =
    'run_alumno;doc_apoderado;tipo_doc;parentesco;detalle_otro;calidad;apoderado_economico;acceso;motivo_sin_acceso'

  it('name a person by any document', async () => {
    const { records, problems } = await read(
      'vinculos.csv',
      `${header}
      40318926;42456123;;madre;;titular;si;si;
      40318926-K;42.456.123-1;;padre;;suplente;no;si;
      40318926;100123456;;tía;;;no;si;
      40318926;AB123456;;abuelo;;otro;no;si;
      40318926;pasaporte 123456789;;otro;Madrina;;no;si;
      40318926;123456789;pasaporte;tutor legal;;;no;no;Resolución`,
    )
    expect(problems).toEqual([])
    expect(
      records.vinculos.map(({ document, parent_type, permission }) => [document, parent_type, permission]),
    ).toEqual([
      ['rut:42456123', 'mother', 'Apoderado titular'],
      ['rut:42456123', 'father', 'Apoderado suplente'],
      ['ipa:100123456', 'uncle', null],
      ['passport:AB123456', 'grandpa', 'Apoderado'],
      ['passport:123456789', 'other', null],
      ['passport:123456789', 'legal', null],
    ])
    expect(records.vinculos[4]).toMatchObject({
      other_type: 'Madrina',
      has_access: true,
      no_access_reason: null,
    })
    expect(records.vinculos[5]).toMatchObject({ has_access: false, no_access_reason: 'Resolución' })
  })

  it('say what other kinship, and why there is no access', async () => {
    const { problems, warnings, records } = await read(
      'vinculos.csv',
      `${header}
      40318926;42456123;;otro;;;si;si;
      40318926;42456123;;madre;;;si;no;
      40318926;42456124-2;;madre;;;si;si;
      40318926;42456123;;madre;Abuela;;si;si;ninguno`,
    )
    expect(problems).toEqual([
      '2 detalle_otro: falta decir cuál (Madrina)',
      '3 motivo_sin_acceso: falta el motivo (Resolución del Tribunal de Familia)',
      '4 doc_apoderado: el dígito verificador no corresponde (K)',
    ])
    expect(warnings).toEqual([
      '5 detalle_otro: solo se usa con parentesco otro: no se importa (undefined)',
      '5 motivo_sin_acceso: el acceso es si: no se importa (undefined)',
    ])
    expect(records.vinculos).toMatchObject([{ other_type: null, no_access_reason: null }])
  })
})

describe('horario', () => {
  it('asks a class for its subject, and playtime for none', async () => {
    const { records, problems } = await read(
      'horario.csv',
      `curso;dia;tipo;inicio;termino;asignatura
      5A;LUN;clase;8:00;09.30;MAT
      5A;1;recreo;09:30;09:45 hrs;
      5A;martes;clase;8:00;09:30;
      5A;martes;recreo;8:00;09:30;MAT`,
    )
    expect(records.horario).toEqual([
      {
        rbd: null,
        year: null,
        course: '5A',
        weekday: 1,
        starts_at: '08:00',
        ends_at: '09:30',
        subject: 'MAT',
      },
      {
        rbd: null,
        year: null,
        course: '5A',
        weekday: 1,
        starts_at: '09:30',
        ends_at: '09:45',
        subject: null,
      },
    ])
    expect(problems).toEqual([
      '4 asignatura: una clase necesita su asignatura (MAT)',
      '5 asignatura: un recreo no tiene asignatura (la celda vacía)',
    ])
  })
})

describe('notas', () => {
  it('are a number, a concept or still to come', async () => {
    const { records, problems } = await read(
      'notas.csv',
      `evaluacion;run_alumno;nota;concepto
      MAT-1;40318926;5,4;
      REL-1;40318926;;MB
      MAT-2;40318926;;
      MAT-3;40318926;5,4;MB
      MAT-4;40318926;55;`,
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

it('fills in what a blank cell means', async () => {
  const arrears = await read('atrasos.csv', 'run_alumno;fecha_hora;estado\n40318926;15-04-2026 8:17;')
  expect(arrears.records.atrasos).toMatchObject([
    { date_late: '2026-04-15 08:17', status: 'created', observation: null },
  ])
  const assessments = await read(
    'evaluaciones.csv',
    'codigo;curso;asignatura;periodo;nombre;fecha;ponderacion\nMAT-1;5A;MAT;1S;Prueba;;',
  )
  expect(assessments.records.evaluaciones).toMatchObject([{ weight: 1, held_on: null }])
  const observations = await read(
    'observaciones.csv',
    'run_alumno;fecha;tipo;descripcion;detalle;en_clases;lugar\n40318926;17-04-2026;Negativa;Sin materiales;No trae regla.;;inspectoria',
  )
  expect(observations.records.observaciones).toMatchObject([
    { event_type: 'negative', in_class: false, where_is: 'inspectorate' },
  ])
})

it('shows an event to everybody only where that is said', async () => {
  const { records, problems } = await read(
    'agenda.csv',
    'curso;fecha;hora;titulo;documento\nTodos;22-04-2026;;Acto;documentos\\pauta.pdf\n;22-04-2026;8:00;Prueba;',
  )
  expect(records.agenda).toMatchObject([{ course: null, time: null, document: 'documentos/pauta.pdf' }])
  expect(problems).toEqual([
    '3 curso: falta el dato (el código de un curso, o su nombre y letra, como 5° Básico A; «todos» para todo el establecimiento)',
  ])
})
