import type { PeriodRecord } from '../import/records.ts'
import { courseA, elena, ines, lesson, linkOfElena, ourSet, school, teacher } from './ourSet.ts'
import { AWAY, COURSE, plus, type Refusal } from './refusal.ts'

const [firstPeriod] = ourSet.periodos as [PeriodRecord, ...PeriodRecord[]]
const UNKNOWN = '90101-6'

/** What is wrong with schools, their courses and hours, and with the people in them. */
export const refusedSchools: Refusal[] = [
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
]
