import { describe, expect, it, vi } from 'vitest'
import { csvOf, type Read, readSheets } from '../../testing/readSheets.ts'
import { rosterSet } from '../../testing/rosterSet.ts'

/** `changes` replace or remove files of the set. */
const readRoster = (changes: Record<string, string | null> = {}): Promise<Read> =>
  readSheets(
    Object.entries({ ...rosterSet, ...changes }).flatMap(([name, text]) =>
      text === null ? [] : [csvOf(`roster.zip › ${name}.csv`, text)],
    ),
  )

describe('a OneRoster set', () => {
  it('contains the school with its semesters and courses', async () => {
    const { records, problems } = await readRoster()
    expect(problems).toEqual([])
    expect(records.establecimientos).toMatchObject([{ rbd: '90020-6', name: 'Colegio Los Aromos' }])
    const scope = { rbd: '90020-6', year: 2026 }
    expect(records.periodos).toEqual([
      { ...scope, code: 's1', name: '1° Semestre', starts_on: '2026-03-04', ends_on: '2026-07-05' },
      { ...scope, code: 's2', name: '2° Semestre', starts_on: '2026-07-06', ends_on: '2026-12-18' },
    ])
    expect(records.cursos).toEqual([
      { ...scope, code: 'h5a', name: '5° Básico', letter: 'A' },
      { ...scope, code: 'h5b', name: '5° Básico', letter: 'B' },
    ])
  })

  it('assigns subjects to courses by the students of a class', async () => {
    const { records, omitted } = await readRoster()
    expect(records.asignaturas.map((subject) => [subject.course, subject.code, subject.name])).toEqual([
      ['h5a', 'mat', 'Matemática'],
      ['h5a', 'rel', 'Religión'],
      ['h5b', 'rel', 'Religión'],
    ])
    expect(records.asignaturas).toMatchObject([
      { position: 1, scale_type: 'number', counts_in_average: true, employee_rut: '43001122' },
      { position: 2, scale_type: 'number', counts_in_average: false, employee_rut: null },
      { position: 1, counts_in_average: false },
    ])
    // A class without results has no known scale.
    const ofNoResults = ['counts_in_average', 'scale_type']
    expect(omitted.asignaturas).toEqual([['counts_in_average'], ofNoResults, ofNoResults])
  })

  it('cleans the name of a subject like any other name: no invisible characters, limited length', async () => {
    const subjects = ({ records }: Read) => new Set(records.asignaturas.map(({ name }) => name))
    const titled = (title: string) =>
      readRoster({ courses: `${rosterSet.courses}`.replace('y26,Matemática', `y26,${title}`) })
    expect(subjects(await titled('Mate\u200bmática \u202e 1º\ud800'))).toContain('Mate mática 1°\ufffd')
    const { problems } = await titled('M'.repeat(121))
    expect(problems.map(({ line, column, message }) => `${line} ${column}: ${message}`)).toEqual([
      '2 title: es demasiado largo',
    ])
  })

  it('ends an enrolment on its end date and not before, and not at the end of the year', async () => {
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
        ...{
          rbd: '90020-6',
          year: 2026,
          course_name: '5° Básico',
          letter: 'A',
          teaching: null,
          rut: '40318926',
          rut_dv: 'K',
        },
        ...{ name: 'Martina Antonia', last_name: 'De la Fuente', second_last_name: 'Huenchul' },
        ...{ birthday: '2015-05-17', gender: 'Femenino', enrolled_on: '2026-03-04', withdrawn_on: null },
        ...{ list_number: null, social_name: null, shows_social_name: null, shares_photo: null },
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
        ...{ rbd: '90020-6', year: null, rut: '43001122', rut_dv: '7' },
        ...{ name: 'Carolina Andrea', last_name: 'Fuentes', second_last_name: 'Mella' },
      },
    ])
  })

  it('reports a student whose homeroom is deleted with all its enrolments', async () => {
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
        ...{ rbd: null, student_rut: '40318926', document: 'rut:42456123', parent_type: 'other' },
        ...{ other_type: 'Apoderado', permission: null, financial_proxy: false },
        ...{ has_access: true, no_access_reason: null },
      },
      expect.objectContaining({
        ...{ student_rut: '40533274', document: 'passport:AB123456' },
        ...{ has_access: true, no_access_reason: null }, // The account is disabled all the same.
      }),
    ])
  })

  it('yields to the school’s own sheets for the people in them, for that school and year', async () => {
    const roster = Object.entries(rosterSet).map(([name, text]) => csvOf(`roster.zip › ${name}.csv`, text))
    const pupil = (anio: number) => `${anio},5° Básico,A,40318926,K,Martina,De la Fuente,Huenchul,07`
    const ownSheets = (anio: number) => [
      csvOf(
        'alumnos.csv',
        `anio,grado,letra,run,dv,nombres,apellido_paterno,apellido_materno,numero_lista\n${pupil(anio)}`,
      ),
      csvOf(
        'apoderados.csv',
        `tipo_doc,numero,dv,nombres,apellidos,email,comparte_email
        RUN,42456123,1,Paola,Huenchul Soto,paola@example.com,si`,
      ),
      csvOf(
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

  it('contains assessments and grades', async () => {
    const { records } = await readRoster()
    expect(
      records.evaluaciones.map(({ code, course, subject, period, held_on }) => [
        code,
        course,
        subject,
        period,
        held_on,
      ]),
    ).toEqual([
      ['li1', 'h5a', 'mat', 's1', '2026-04-15'],
      ['li2', 'h5a', 'rel', 's2', '2026-08-01'],
      ['li2', 'h5b', 'rel', 's2', '2026-08-01'],
    ])
    expect(
      records.notas.map(({ assessment, student_rut, tenths }) => [assessment, student_rut, tenths]),
    ).toEqual([
      ['li1', '40318926', 54],
      ['li2', '40318926', null],
      ['li2', '40533274', null],
      ['li1', '40533274', null],
    ])
  })

  it.each([
    ['number', 'no results'],
    ['other', 'concepts alone', 'li2,k1,fully graded,,MB', 'li2,k2,exempt,4.0,'],
    ['number', 'a number and then a concept', 'li2,k1,fully graded,6.0,', 'li2,k2,fully graded,,MB'],
    ['number', 'a concept and then a number', 'li2,k1,fully graded,,MB', 'li2,k2,fully graded,6.0,'],
  ])('gives the scale «%s» to a class with %s', async (scale, _, ...rows) => {
    const headers = 'sourcedId,status,dateLastModified,lineItemSourcedId,studentSourcedId'
    const results = [
      `${headers},scoreStatus,score,textScore`,
      'r1,,,li1,k1,fully graded,5.4,Bien',
      ...rows.map((row, index) => `r${index + 2},,,${row}`),
    ].join('\n')
    const { records, problems } = await readRoster({ results })
    expect(problems).toEqual([])
    expect(records.asignaturas.map(({ code, scale_type }) => [code, scale_type])).toEqual([
      ['mat', 'number'],
      ['rel', scale],
      ['rel', scale],
    ])
  })

  it('reports data that the application does not import', async () => {
    const { warnings } = await readRoster()
    expect(warnings).toMatchObject([
      {
        file: 'roster.zip › categories.csv',
        message: 'la aplicación no tiene lugar para estos datos: no se importan',
      },
      { file: 'roster.zip › users.csv', line: 5, column: 'enabledUser' },
    ])
  })

  it('of version 1.2 has a file of roles, which may state the kinship', async () => {
    const users = rosterSet.users?.replace(',role,', ',rol_1p1,') ?? ''
    const roles = `sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId
      x1,,,t1,primary,teacher,,,o1,
      x2,,,m1,primary,ext:mother,,,o1,
      x3,,,k1,primary,student,,,o1,
      x4,,,k2,primary,student,,,o1,
      x5,,,k3,primary,student,,,o1,`
    const { records, problems } = await readRoster({ users, roles, lineItems: null, results: null })
    expect(problems).toEqual([])
    expect(records.vinculos).toMatchObject([{ parent_type: 'mother', other_type: null }])
    expect(records.funcionarios).toHaveLength(1)
  })

  it('is rejected if it contains only changes, or lacks a file', async () => {
    const changes = await readRoster({
      manifest: rosterSet.manifest?.replace('file.users,bulk', 'file.users,delta') ?? '',
    })
    expect(changes.problems).toEqual([
      {
        file: 'roster.zip › manifest.csv',
        message: 'trae solo cambios (delta)',
        expected: 'una exportación completa (bulk)',
      },
    ])
    expect(changes.records.alumnos).toEqual([])
    const { problems } = await readRoster({ enrollments: null })
    expect(problems.map(({ message }) => message)).toEqual(['falta el archivo enrollments.csv'])
  })

  it('reports each problem once, with its file, line and column', async () => {
    const { problems } = await readRoster({
      users: `${rosterSet.users}
        m2,,,true,o1,parent,x,,Ana,Soto,,42456123,,,87654321,k1,,
        k5,,,true,o1,student,x,,,Soto,,12345678-4,,,,nadie,,`,
      classes: `${rosterSet.classes}
        h6,,,6° Básico,06,,6A,homeroom,,o9,y26,,,`,
      lineItems: `${rosterSet.lineItems}
        li3,,,Control,,,2026-15-04,mat,,y26,0,100
        li4,,,Control,,,15/04/2026,mat,,y26,,`,
      results: `${rosterSet.results}
        r5,,,li1,k2,fully graded,55,,
        r6,,,li3,k2,fully graded,80,,
        r7,,,li9,k9,fully graded,5.0,,`,
    })
    expect(
      problems.map(({ file, line, column, message }) => `${file.slice(13)} ${line} ${column}: ${message}`),
    ).toEqual([
      'classes.csv 7 schoolSourcedId: no existe ese establecimiento',
      'users.csv 10 identifier: falta el dígito verificador',
      'users.csv 10 email: falta el correo: sin él no puede ingresar a la aplicación',
      'users.csv 10 phone: le falta una cifra: hoy los números tienen nueve',
      'users.csv 11 identifier: el dígito verificador no corresponde',
      'users.csv 11 givenName: falta el dato',
      'lineItems.csv 4 resultValueMax: la escala no llega a 7,0: sus notas no se pueden traducir',
      'lineItems.csv 5 dueDate: no es una fecha',
      'lineItems.csv 5 gradingPeriodSourcedId: no dice en qué semestre o trimestre es',
      'results.csv 6 score: fuera de 1,0 a 7,0 (¿quiso decir 5,5?)',
      'results.csv 8 lineItemSourcedId: no existe esa evaluación',
      'results.csv 8 studentSourcedId: no existe ese estudiante',
    ])
  })

  it('never yields the race in demographics or the comments on results', async () => {
    const output = JSON.stringify(await readRoster())
    expect(output).not.toMatch(/asian|Muy bien/)
  })
})
