import { describe, expect, it } from 'vitest'
import { readRoster } from '../../testing/readRoster.ts'
import { rosterSet } from '../../testing/rosterSet.ts'

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
    // The class of Religión has no results, so the scale of its two subjects is unknown.
    const unknownColumns = ['counts_in_average', 'scale_type']
    expect(omitted.asignaturas).toEqual([['counts_in_average'], unknownColumns, unknownColumns])
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
