import { describe, expect, it } from 'vitest'
import type { Problem } from '../../problems.ts'
import { readSheets, sheetOfCsv } from '../../testing/readSheets.ts'

const summarizeProblems = (problems: Problem[]) =>
  problems.map(({ line, column, message, expected }) => `${line} ${column}: ${message} (${expected})`)
const readCsv = async (file: string, text: string) => {
  const { records, omitted, problems, warnings } = await readSheets([sheetOfCsv(file, text, ';')])
  return { records, omitted, problems: summarizeProblems(problems), warnings: summarizeProblems(warnings) }
}

describe('alumnos', () => {
  const header = 'desc_grado;letra_curso;run;dv;nombres;apellido_paterno'
  const row = '5° Básico;A;40318926;K;Martina;Sepúlveda'

  it('distinguish a blank cell from a missing column', async () => {
    const without = await readCsv('alumnos.csv', `${header}\n${row}`)
    const missing = ['gender', 'second_last_name', 'birthday', 'enrolled_on', 'withdrawn_on']
    expect(without.omitted.alumnos).toEqual([
      [...missing, 'list_number', 'social_name', 'shows_social_name', 'shares_photo'],
    ])
    const optional = 'nombre_social;mostrar_nombre_social;comparte_foto;numero_lista'
    const blank = await readCsv('alumnos.csv', `${header};${optional}\n${row};;;;\n${row};Simón;si;si;12`)
    expect(blank.records.alumnos).toMatchObject([
      { social_name: null, shows_social_name: null, shares_photo: null, list_number: null },
      { social_name: 'Simón', shows_social_name: true, shares_photo: true, list_number: 12 },
    ])
    expect(blank.omitted.alumnos).toEqual([missing, missing])
  })

  it('define no courses', async () => {
    expect((await readCsv('alumnos.csv', `${header}\n${row}`)).records.cursos).toEqual([])
  })
})

describe('apoderados', () => {
  const header = 'tipo_doc;numero;dv;nombres;apellidos;correo;Teléfono'

  it('are identified by RUN, IPA or passport', async () => {
    const { records, problems } = await readCsv(
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
      name: 'Paola Andrea',
      last_name: 'Huenchul Soto',
      email: 'paola@example.com',
      phone: '+56912345678',
      shares_phone: null,
      shares_email: null,
    })
  })

  it('need a number that fits the document type, and an e-mail', async () => {
    const { problems } = await readCsv(
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

  it('may refer to a person by any document type', async () => {
    const { records, problems } = await readCsv(
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

  it('state another kinship, and the reason for missing access', async () => {
    const { problems, warnings, records } = await readCsv(
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
