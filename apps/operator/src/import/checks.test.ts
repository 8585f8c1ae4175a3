import { useServer } from '@apoderados/server/testing/testServer'
import { describe, expect, it } from 'vitest'
import { importRecords, type OurSet } from '../testing/importRecords.ts'
import {
  arrear,
  courseA,
  elena,
  exam,
  grade,
  ines,
  lesson,
  linkOfElena,
  observation,
  ourSet,
  present,
  school,
  teacher,
  test,
} from '../testing/ourSet.ts'
import type { PeriodRecord } from './records.ts'

const server = useServer()
const [firstPeriod] = ourSet.periodos as [PeriodRecord, ...PeriodRecord[]]
const UNKNOWN = '90101-6'
const AWAY = '40533274'
const COURSE = 'el código de un curso, o su nombre y letra, como «5° Básico A»'
const STUDENT = 'el RUN de un estudiante con matrícula ese año'

/** Our set with further rows at the end of one sheet. */
const plus = <Name extends keyof OurSet>(name: Name, ...rows: NonNullable<OurSet[Name]>): OurSet => ({
  ...ourSet,
  [name]: [...ourSet[name], ...rows],
})

type Case = [
  what: string,
  set: OurSet,
  line: number | null,
  column: string,
  message: string,
  expected?: string,
]

const cases: Case[] = [
  [
    'a school twice',
    plus('establecimientos', school),
    3,
    'rbd',
    'el establecimiento está repetido (ya está en la fila 2)',
  ],
  [
    'a school that nobody knows',
    plus('cursos', { ...courseA, rbd: UNKNOWN, code: 'X' }),
    4,
    'rbd',
    `no existe el establecimiento ${UNKNOWN}`,
    'uno de la hoja establecimientos, o creado con npm run admin -- school create',
  ],
  [
    'a period within another',
    plus('periodos', {
      ...firstPeriod,
      code: 'T',
      starts_on: '2026-06-01',
      ends_on: '2026-06-30',
    }),
    4,
    'inicio',
    'se superpone con el período «1° Semestre»',
  ],
  [
    'a course’s code twice',
    plus('cursos', { ...courseA, letter: 'C' }),
    4,
    'codigo',
    'el código está repetido (ya está en la fila 2)',
  ],
  [
    'a course twice',
    plus('cursos', { ...courseA, code: '5AA' }),
    4,
    'letra',
    'el curso está repetido (ya está en la fila 2)',
  ],
  [
    'a teacher twice',
    plus('funcionarios', teacher),
    3,
    'run',
    'la persona está repetida (ya está en la fila 2)',
  ],
  [
    'a block of no course',
    plus('horario', { ...lesson, course: '9Z' }),
    4,
    'curso',
    'no existe «9Z»',
    COURSE,
  ],
  [
    'a block of no subject',
    plus('horario', { ...lesson, weekday: 2, subject: 'LEN' }),
    4,
    'asignatura',
    'no existe «LEN»',
    'una asignatura del curso',
  ],
  [
    'blocks that overlap',
    plus('horario', { ...lesson, starts_at: '09:40', ends_at: '10:30' }),
    4,
    'inicio',
    'se superpone con el bloque de la fila 3',
  ],
  [
    'a block that ends before it begins',
    plus('horario', { ...lesson, weekday: 3, ends_at: '07:00' }),
    4,
    'termino',
    'el término no es posterior al inicio',
  ],
  [
    'a pupil twice',
    plus('alumnos', { ...ines, letter: 'B' }),
    4,
    'run',
    'el estudiante está repetido sin fecha de retiro (ya está en la fila 2)',
  ],
  [
    'a pupil of no course',
    plus('alumnos', { ...ines, rut: AWAY, letter: 'Z' }),
    4,
    'letra_curso',
    'no existe el curso «5° Básico Z»',
    'un curso de la hoja cursos',
  ],
  [
    'a guardian twice',
    plus('apoderados', { ...elena, email: 'otra@example.com' }),
    5,
    'numero',
    'la persona está repetida (ya está en la fila 2)',
  ],
  [
    'an e-mail of two guardians',
    plus('apoderados', { ...elena, document: 'rut:42910006', rut: '42910006' }),
    5,
    'email',
    'el correo ya es de la persona de la fila 2',
    'un correo propio de cada apoderado',
  ],
  [
    'an e-mail of another account',
    {
      ...ourSet,
      apoderados: [{ ...elena, email: 'apoderada@example.com' }, ...ourSet.apoderados.slice(1)],
    },
    2,
    'email',
    'el correo ya es de otra cuenta',
    'un correo propio de cada apoderado',
  ],
  [
    'a link to nobody’s child',
    plus('vinculos', { ...linkOfElena, student_rut: AWAY }),
    5,
    'run_alumno',
    `no existe «${AWAY}»`,
    'el RUN de alguien de la hoja alumnos',
  ],
  [
    'a link of nobody',
    plus('vinculos', { ...linkOfElena, document: 'ipa:199000001' }),
    5,
    'doc_apoderado',
    'no existe esa persona',
    'el documento de alguien de la hoja apoderados',
  ],
  [
    'a link twice',
    plus('vinculos', linkOfElena),
    5,
    'doc_apoderado',
    'el vínculo está repetido (ya está en la fila 2)',
  ],
  [
    'an assessment of no period',
    plus('evaluaciones', { ...exam, code: 'P9', period: 'S9' }),
    4,
    'periodo',
    'no existe «S9»',
    'el código de un período del año',
  ],
  [
    'an assessment’s code twice',
    plus('evaluaciones', exam),
    4,
    'codigo',
    'el código está repetido en el curso (ya está en la fila 2)',
  ],
  [
    'a grade of no student',
    plus('notas', { ...grade, student_rut: AWAY }),
    5,
    'run_alumno',
    `no existe «${AWAY}»`,
    STUDENT,
  ],
  [
    'a grade of no assessment',
    plus('notas', { ...grade, assessment: 'P9' }),
    5,
    'evaluacion',
    'no existe «P9»',
    'el código de una evaluación del curso del estudiante',
  ],
  [
    'a grade twice',
    plus('notas', grade),
    5,
    'run_alumno',
    'el estudiante ya tiene nota en esta evaluación (ya está en la fila 2)',
  ],
  [
    'a number for a concept',
    { ...ourSet, notas: [{ ...grade, assessment: 'R1' }] },
    2,
    'nota',
    'la asignatura se evalúa con conceptos',
    'la columna concepto, como MB',
  ],
  [
    'a concept for a number',
    { ...ourSet, notas: [{ ...grade, tenths: null, concept: 'MB' }] },
    2,
    'concepto',
    'la asignatura se evalúa con números',
    'la columna nota, de 1,0 a 7,0',
  ],
  [
    'attendance of no student',
    plus('asistencia', { ...present, student_rut: AWAY }),
    5,
    'run_alumno',
    `no existe «${AWAY}»`,
    STUDENT,
  ],
  [
    'a day twice',
    plus('asistencia', { ...present, status: 'absent' }),
    5,
    'fecha',
    'el estudiante ya tiene asistencia ese día (ya está en la fila 2)',
  ],
  [
    'a late arrival twice',
    plus('atrasos', arrear),
    3,
    'fecha_hora',
    'el atraso está repetido (ya está en la fila 2)',
  ],
  [
    'an observation by nobody',
    plus('observaciones', { ...observation, description: 'Otra', employee_rut: AWAY }),
    3,
    'run_docente',
    `no existe «${AWAY}»`,
    'el RUN de alguien de la hoja funcionarios',
  ],
  [
    'an observation twice',
    plus('observaciones', observation),
    3,
    'detalle',
    'la observación está repetida (ya está en la fila 2)',
  ],
  [
    'an event of no course',
    plus('agenda', { ...test, course: '9Z' }),
    4,
    'curso',
    'no existe «9Z»',
    `${COURSE}, o «todos»`,
  ],
  ['an event twice', plus('agenda', test), 4, 'titulo', 'el evento está repetido (ya está en la fila 2)'],
  [
    'a document that is not there',
    plus('agenda', { ...test, title: 'Otra', document: 'pauta.pdf' }),
    4,
    'documento',
    'no está el documento «pauta.pdf», o no se puede usar',
    'un PDF, Word, Excel o imagen junto a las hojas',
  ],
]

describe('the import refuses', () => {
  it.each(cases)('%s', async (_, set, line, column, message, expected) => {
    const { problems } = await importRecords(server(), set)
    expect(problems).toContainEqual({
      file: expect.any(String),
      line,
      column,
      message,
      expected: expected ?? null,
    })
    expect(problems).toHaveLength(1)
    expect(
      (await server().db.$client.query('select 1 from establishments where rbd = $1', [school.rbd])).rows,
    ).toEqual([])
  })

  it('everything that is wrong in one run, in the order of the files', async () => {
    const { problems } = await importRecords(server(), {
      ...ourSet,
      horario: [
        { ...lesson, course: '9Z' },
        { ...lesson, starts_at: '10:00' },
      ],
      notas: [{ ...grade, student_rut: AWAY }],
    })
    expect(problems.map(({ file, line, column }) => [file, line, column])).toEqual([
      ['horario.csv', 2, 'curso'],
      ['horario.csv', 3, 'termino'],
      ['notas.csv', 2, 'run_alumno'],
    ])
  })
})
