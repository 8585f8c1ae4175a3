import { course } from '../../cells/courseCell.ts'
import { day } from '../../cells/dayCell.ts'
import { weight } from '../../cells/numberCell.ts'
import { code, longText, name } from '../../cells/textCell.ts'
import { defineSheet, optional, required } from '../../column.ts'
import { scope } from '../scope.ts'
import { COURSE_SYNONYMS } from '../subjectsSheet.ts'

export const evaluaciones = defineSheet({
  name: 'evaluaciones',
  explanation: 'Las pruebas y trabajos con nota de cada asignatura.',
  columns: {
    ...scope,
    codigo: required(code, 'Código propio, único en el curso; con él la nombran las notas.', 'MAT-1', {
      synonyms: ['código evaluación'],
    }),
    curso: required(course, 'Curso.', '5A', { synonyms: COURSE_SYNONYMS }),
    asignatura: required(code, 'Código o nombre de la asignatura.', 'MAT'),
    periodo: required(code, 'Código o nombre del período.', '1S'),
    nombre: required(name, 'Como se muestra a las familias.', 'Prueba Unidad 1'),
    descripcion: optional(longText, 'Qué se evalúa.', 'Números hasta el millón'),
    fecha: optional(day, 'Cuándo es. Vacía: el primer día del período.', '15-04-2026'),
    ponderacion: optional(
      weight,
      'Peso entre las de la asignatura; se usa con promedio_ponderado. Vacía es 1.',
      '30',
    ),
  },
  fields: {
    ...{ codigo: 'code', curso: 'course', asignatura: 'subject', periodo: 'period', nombre: 'name' },
    ...{ descripcion: 'description', fecha: 'held_on', ponderacion: 'weight' },
  },
  names: (cell) => [cell('codigo')],
  toRecord: (filled) => ({ ...filled, weight: filled.weight ?? 1 }),
})
