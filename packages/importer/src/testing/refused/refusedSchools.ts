import type { Records } from '../../sheetRecords.ts'
import { courseA, school, teacher, testSet, YEAR } from '../testSet.ts'
import { type RefusedSet, withRows } from './refusal.ts'

const [firstPeriod] = testSet.periodos as [Records['periodos'], ...Records['periodos'][]]
const UNKNOWN_RBD = '90101-6'

/** Sets with a fault in schools, periods, courses or employees. */
export const refusedSchools: RefusedSet[] = [
  [
    'a school twice',
    withRows('establecimientos', school),
    3,
    'rbd',
    'el establecimiento está repetido (ya está en la fila 2)',
  ],
  [
    'an unknown school',
    withRows('cursos', { ...courseA, rbd: UNKNOWN_RBD, code: 'X' }),
    4,
    'rbd',
    `no existe el establecimiento ${UNKNOWN_RBD}`,
    'uno de la hoja establecimientos, o que lo cree quien administra la aplicación',
  ],
  [
    'a period within another',
    withRows('periodos', {
      ...firstPeriod,
      code: 'T',
      starts_on: `${YEAR}-06-01`,
      ends_on: `${YEAR}-06-30`,
    }),
    4,
    'inicio',
    'se superpone con el período «1° Semestre»',
  ],
  [
    'a course’s code twice',
    withRows('cursos', { ...courseA, letter: 'C' }),
    4,
    'codigo',
    'el código está repetido (ya está en la fila 2)',
  ],
  [
    'a course code that is the name of another course',
    withRows(
      'cursos',
      { ...courseA, code: '6° Básico A', name: '6° Básico' },
      { ...courseA, code: '6° básico a', name: '6° Básico', letter: 'B' },
    ),
    5,
    'codigo',
    'el código ya es del curso 6° Básico A',
    'otro código, o también ese curso en la hoja, con uno nuevo',
  ],
  [
    'a course twice',
    withRows('cursos', { ...courseA, code: '5AA' }),
    4,
    'letra',
    'el curso está repetido (ya está en la fila 2)',
  ],
  [
    'a teacher twice',
    withRows('funcionarios', teacher),
    3,
    'run',
    'la persona está repetida (ya está en la fila 2)',
  ],
]
