import type { Records } from '../../sheetRecords.ts'
import type { TestSet } from '../importRecords.ts'
import { electiveSubject, ines, lesson, takenElective, testSet, tomas } from '../testSet.ts'
import { COURSE_FORM, type RefusedSet, STUDENT_FORM, UNUSED_RUN, withRows } from './refusal.ts'

/** Returns `testSet` with two electives of a course, both at the same hour on Tuesday, and these rows of electivos. */
const withElectives = (electivos: Records['electivos'][], changes: TestSet = {}): TestSet => ({
  ...testSet,
  asignaturas: [...testSet.asignaturas, electiveSubject('BIO', 'Biología'), electiveSubject('FIS', 'Física')],
  electivos,
  horario: [
    ...testSet.horario,
    { ...lesson, weekday: 2, subject: 'BIO' },
    { ...lesson, weekday: 2, subject: 'FIS' },
  ],
  ...changes,
})

/** Sets with a fault in the timetable or in electives. */
export const refusedTimetables: RefusedSet[] = [
  [
    'a block of an unknown course',
    withRows('horario', { ...lesson, course: '9Z' }),
    4,
    'curso',
    'no existe «9Z»',
    COURSE_FORM,
  ],
  [
    'a block of an unknown subject',
    withRows('horario', { ...lesson, weekday: 2, subject: 'LEN' }),
    4,
    'asignatura',
    'no existe «LEN»',
    'una asignatura del curso',
  ],
  [
    'blocks that overlap',
    withRows('horario', { ...lesson, starts_at: '09:40', ends_at: '10:30' }),
    4,
    'inicio',
    'se superpone con el bloque de la fila 3',
  ],
  [
    'a block that ends before it begins',
    withRows('horario', { ...lesson, weekday: 3, ends_at: '07:00' }),
    4,
    'termino',
    'el término no es posterior al inicio',
  ],
  [
    'an elective of an unknown student',
    withRows('electivos', { ...takenElective(ines, 'BIO'), student_rut: UNUSED_RUN }),
    2,
    'run_alumno',
    `no existe «${UNUSED_RUN}»`,
    STUDENT_FORM,
  ],
  [
    'an elective that the course does not have',
    withRows('electivos', takenElective(ines, 'BIO')),
    2,
    'electivo',
    'no existe «BIO»',
    'una asignatura del curso del estudiante',
  ],
  [
    'an elective that is a common subject',
    withRows('electivos', takenElective(ines, 'MAT')),
    2,
    'electivo',
    '«MAT» no es electiva en el curso del estudiante',
    '«si» en su columna electiva de la hoja asignaturas',
  ],
  [
    'an elective twice',
    withElectives([takenElective(ines, 'BIO'), takenElective(tomas, 'FIS'), takenElective(ines, 'Biología')]),
    4,
    'run_alumno',
    'el estudiante ya toma este electivo (ya está en la fila 2)',
  ],
  [
    'one name for an elective and a common subject',
    {
      ...testSet,
      asignaturas: [...testSet.asignaturas, electiveSubject('MA2', 'Matemática')],
      electivos: [takenElective(ines, 'MA2')],
    },
    4,
    'nombre',
    'la asignatura está repetida en el curso (ya está en la fila 2)',
  ],
  [
    'a student with two electives in the same hour',
    withElectives([takenElective(ines, 'BIO'), takenElective(ines, 'FIS'), takenElective(tomas, 'FIS')]),
    5,
    'inicio',
    'se superpone con el bloque de la fila 4: el estudiante 40215347 tiene los dos',
  ],
  [
    'an elective at the hour of a common subject',
    withElectives([takenElective(ines, 'BIO'), takenElective(tomas, 'BIO')], {
      horario: [lesson, { ...lesson, starts_at: '09:00', ends_at: '10:00', subject: 'BIO' }],
    }),
    3,
    'inicio',
    'se superpone con el bloque de la fila 2: 2 estudiantes tienen los dos, como 40215347',
  ],
  [
    'an elective with blocks that overlap',
    withElectives([takenElective(ines, 'BIO'), takenElective(tomas, 'FIS')], {
      horario: [
        { ...lesson, subject: 'BIO' },
        { ...lesson, starts_at: '09:00', ends_at: '10:00', subject: 'BIO' },
      ],
    }),
    3,
    'inicio',
    'se superpone con el bloque de la fila 2: el estudiante 40215347 tiene los dos',
  ],
]
