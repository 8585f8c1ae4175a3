import { elena, ines, linkOfElena, testSet } from '../testSet.ts'
import { type RefusedSet, UNUSED_RUN, withRows } from './refusal.ts'

/** Sets with a fault in students, guardians or their links. */
export const refusedPeople: RefusedSet[] = [
  [
    'a pupil twice',
    withRows('alumnos', { ...ines, letter: 'B' }),
    4,
    'run',
    'el estudiante está repetido sin fecha de retiro (ya está en la fila 2)',
  ],
  [
    'a pupil of an unknown course',
    withRows('alumnos', { ...ines, rut: UNUSED_RUN, letter: 'Z' }),
    4,
    'letra_curso',
    'no existe el curso «5° Básico Z»',
    'un curso de la hoja cursos',
  ],
  [
    'pupils of one course with two kinds of teaching, reported once per kind',
    withRows(
      'alumnos',
      { ...ines, rut: UNUSED_RUN, teaching: null },
      { ...ines, rut: '40427815', teaching: '165' },
      { ...ines, rut: '40100001', teaching: '165' },
      { ...ines, rut: '40288001', teaching: '165', letter: 'B' },
    ),
    5,
    'cod_tipo_ensenanza',
    'el curso «5° Básico A» ya viene con el código de enseñanza 110',
    'ese código, u otra letra si es otro curso',
  ],
  [
    'a guardian twice',
    withRows('apoderados', { ...elena, email: 'otra@example.com' }),
    5,
    'numero',
    'la persona está repetida (ya está en la fila 2)',
  ],
  [
    'two guardians with the same e-mail',
    withRows('apoderados', { ...elena, document: 'rut:42910006', rut: '42910006' }),
    5,
    'email',
    'el correo ya es de la persona de la fila 2',
    'un correo propio de cada apoderado',
  ],
  [
    'an e-mail of another account',
    {
      ...testSet,
      apoderados: [{ ...elena, email: 'apoderada@example.com' }, ...testSet.apoderados.slice(1)],
    },
    2,
    'email',
    'el correo ya es de otra cuenta',
    'un correo propio de cada apoderado',
  ],
  [
    'a link to an unknown child',
    withRows('vinculos', { ...linkOfElena, student_rut: UNUSED_RUN }),
    5,
    'run_alumno',
    `no existe «${UNUSED_RUN}»`,
    'el RUN de alguien de la hoja alumnos',
  ],
  [
    'a link of an unknown guardian',
    withRows('vinculos', { ...linkOfElena, document: 'ipa:199000001' }),
    5,
    'doc_apoderado',
    'no existe esa persona',
    'el documento de alguien de la hoja apoderados',
  ],
  [
    'a link twice',
    withRows('vinculos', linkOfElena),
    5,
    'doc_apoderado',
    'el vínculo está repetido (ya está en la fila 2)',
  ],
]
