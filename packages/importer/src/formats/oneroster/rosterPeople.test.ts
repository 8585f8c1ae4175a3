import { describe, expect, it, vi } from 'vitest'
import { readRoster } from '../../testing/readRoster.ts'
import { readSheets, sheetOfCsv } from '../../testing/readSheets.ts'
import { rosterSet } from '../../testing/rosterSet.ts'

describe('a OneRoster set', () => {
  it('ends an enrollment on its end date and not before, and not at the end of the year', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-08-17T15:00:00Z') })
    const until = async (day: string) => {
      const enrollments = rosterSet.enrollments?.replace('2026-12-18', day) ?? ''
      return (await readRoster({ enrollments })).records.alumnos[0]?.withdrawn_on
    }
    expect([await until('2026-09-30'), await until('2026-08-14')]).toEqual([null, '2026-08-14'])
    vi.setSystemTime(new Date('2027-01-11T15:00:00Z'))
    expect([await until('2026-12-18'), await until('2026-09-30')]).toEqual([null, '2026-09-30'])
    vi.useRealTimers()
  })

  it('contains students with their course, and teachers', async () => {
    const { records } = await readRoster()
    expect(records.alumnos).toEqual([
      {
        rbd: '90020-6',
        year: 2026,
        course_name: '5° Básico',
        letter: 'A',
        teaching: null,
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
      expect.objectContaining({
        rut: '40533274',
        last_name: "O'Ryan",
        second_last_name: null,
        letter: 'B',
        gender: null,
      }),
      expect.objectContaining({ rut: '40100001', enrolled_on: '2026-03-04', withdrawn_on: '2026-06-30' }),
    ])
    expect(records.funcionarios).toEqual([
      {
        rbd: '90020-6',
        year: null,
        rut: '43001122',
        rut_dv: '7',
        name: 'Carolina Andrea',
        last_name: 'Fuentes',
        second_last_name: 'Mella',
      },
    ])
  })

  it('reports a student whose homeroom is deleted with all its enrollments', async () => {
    const { problems, warnings } = await readRoster({
      classes: (rosterSet.classes ?? '').replace('h5b,,', 'h5b,tobedeleted,'),
      enrollments: (rosterSet.enrollments ?? '').replace('e2,,', 'e2,tobedeleted,'),
    })
    expect(problems).toEqual([])
    expect(warnings.map(({ line, message }) => `${line}: ${message}`)).toContain(
      '7: no está en ningún curso (una clase «homeroom»): no se importa',
    )
  })

  it('contains guardians, and links that either of the two users names', async () => {
    const { records } = await readRoster()
    expect(records.apoderados).toMatchObject([
      {
        document: 'rut:42456123',
        last_name: 'Huenchul Soto',
        email: 'paola@example.com',
        phone: '+56912345678',
      },
      { document: 'passport:AB123456', rut: null, phone: '+56223456789', shares_phone: null },
    ])
    expect(records.vinculos).toEqual([
      {
        rbd: null,
        student_rut: '40318926',
        document: 'rut:42456123',
        parent_type: 'other',
        other_type: 'Apoderado',
        permission: null,
        financial_proxy: false,
        is_legal_representative: null,
        has_access: true,
        no_access_reason: null,
      },
      expect.objectContaining({
        student_rut: '40533274',
        document: 'passport:AB123456',
        has_access: true,
        no_access_reason: null, // the account is disabled in the roster's system
      }),
    ])
  })

  it('yields to the school’s own sheets for the people in them, for that school and year', async () => {
    const roster = Object.entries(rosterSet).map(([name, text]) =>
      sheetOfCsv(`roster.zip › ${name}.csv`, text),
    )
    const pupil = (anio: number) => `${anio},5° Básico,A,40318926,K,Martina,De la Fuente,Huenchul,07`
    const ownSheets = (anio: number) => [
      sheetOfCsv(
        'alumnos.csv',
        `anio,grado,letra,run,dv,nombres,apellido_paterno,apellido_materno,numero_lista\n${pupil(anio)}`,
      ),
      sheetOfCsv(
        'apoderados.csv',
        `tipo_doc,numero,dv,nombres,apellidos,email,comparte_email
        RUN,42456123,1,Paola,Huenchul Soto,paola@example.com,si`,
      ),
      sheetOfCsv(
        'vinculos.csv',
        `run_alumno,doc_apoderado,parentesco,apoderado_economico,acceso
        40318926,42456123,madre,si,si`,
      ),
    ]
    const { records, problems } = await readSheets([...roster, ...ownSheets(2026)])
    expect(problems).toEqual([])
    expect(records.alumnos.map(({ rut, list_number }) => [rut, list_number])).toEqual([
      ['40318926', 7],
      ['40533274', null],
      ['40100001', null],
    ])
    expect(records.apoderados.map(({ document, shares_email }) => [document, shares_email])).toEqual([
      ['rut:42456123', true],
      ['passport:AB123456', null],
    ])
    expect(records.vinculos.map(({ student_rut, parent_type }) => [student_rut, parent_type])).toEqual([
      ['40318926', 'mother'],
      ['40533274', 'other'],
    ])
    const former = await readSheets([...roster, ...ownSheets(2025)])
    expect(former.records.alumnos.map(({ rut, year }) => [rut, year])).toEqual([
      ['40318926', 2025],
      ['40318926', 2026],
      ['40533274', 2026],
      ['40100001', 2026],
    ])
  })
})
