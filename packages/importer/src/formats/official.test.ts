import { describe, expect, it } from 'vitest'
import { readSheets, sheetOf } from '../testing/readSheets.ts'
import { officialHeaders } from './official.ts'

const martinaCells = [
  '2026',
  '90020.0',
  '110.0',
  '5',
  '5° básico',
  'A',
  '40318926.0',
  'k',
  'F',
  'MARTINA ANTONIA',
  'DE LA FUENTE',
  'HUENCHUL',
  'PASAJE LOS COPIHUES 1432',
  'LA FLORIDA',
  '13110',
  'martina@example.com',
  '22345678',
  '87654321',
  '17/05/2015',
  '4',
  '04/03/2026',
  '01/01/1900',
  '91,9',
  '5,8',
]
const tomasCells = [
  '2026',
  '90020',
  '310',
  '2',
  '2° MEDIO',
  'b',
  '40533274',
  '4',
  '1',
  'TOMÁS',
  "O'RYAN",
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '2009-09-06 00:00:00',
  'MAPUCHE',
  '2026-03-04',
  '2026-06-30',
  '',
  '',
]

describe('the official list of pupils', () => {
  it('is recognised by its headers, whatever the file’s name, and defines the courses', async () => {
    const sheet = sheetOf('SIGE Colegio Los Aromos.xls', [
      officialHeaders,
      martinaCells,
      tomasCells,
      martinaCells,
    ])
    const { records, problems, warnings } = await readSheets([sheet])
    expect([...problems, ...warnings]).toEqual([])
    const scope = { rbd: '90020-6', year: 2026 }
    expect(records.cursos).toEqual([
      { ...scope, code: '5° Básico A', name: '5° Básico', letter: 'A' },
      { ...scope, code: '2° Medio B', name: '2° Medio', letter: 'B' },
    ])
    expect(records.alumnos.slice(0, 2)).toEqual([
      {
        ...scope,
        course_name: '5° Básico',
        letter: 'A',
        teaching: '110',
        rut: '40318926',
        rut_dv: 'K',
        name: 'Martina Antonia',
        last_name: 'De la Fuente',
        second_last_name: 'Huenchul',
        birthday: '2015-05-17',
        gender: 'Femenino',
        enrolled_on: '2026-03-04',
        withdrawn_on: null,
        list_number: null,
        social_name: null,
        shows_social_name: null,
        shares_photo: null,
      },
      {
        ...scope,
        course_name: '2° Medio',
        letter: 'B',
        teaching: '310',
        rut: '40533274',
        rut_dv: '4',
        name: 'Tomás',
        last_name: "O'Ryan",
        second_last_name: null,
        birthday: '2009-09-06',
        gender: 'Masculino',
        enrolled_on: '2026-03-04',
        withdrawn_on: '2026-06-30',
        list_number: null,
        social_name: null,
        shows_social_name: null,
        shares_photo: null,
      },
    ])
  })

  it('defines no courses if another sheet does', async () => {
    const courses = [
      ['rbd', 'anio', 'codigo', 'nombre', 'letra'],
      ['90020-6', '2026', '5A', '5° Básico', 'A'],
    ]
    const { records } = await readSheets([
      sheetOf('nomina.csv', [officialHeaders, martinaCells]),
      sheetOf('cursos.csv', courses),
    ])
    expect(records.cursos.map(({ code }) => code)).toEqual(['5A'])
    expect(records.alumnos).toHaveLength(1)
  })

  it('is recognised without some of its columns, and with additional ones of the school', async () => {
    const headers = [...officialHeaders.slice(0, 20), 'N° Lista']
    const { records, warnings } = await readSheets([
      sheetOf('x.csv', [headers, [...martinaCells.slice(0, 20), '7']]),
    ])
    expect(warnings).toEqual([])
    expect(records.cursos).toHaveLength(1)
    expect(records.alumnos).toMatchObject([{ list_number: 7, withdrawn_on: null }])
  })

  it('never reveals the pupils’ ethnicity, not even in a problem of a row', async () => {
    const wrong = tomasCells.with(7, '5')
    const output = JSON.stringify(await readSheets([sheetOf('x.csv', [officialHeaders, tomasCells, wrong])]))
    expect(output).toContain('el dígito verificador no corresponde')
    expect(output).not.toMatch(/mapuche|etnia/i)
  })
})
