import { courseCell } from '../../cells/courseCell.ts'
import { dayCell } from '../../cells/dayCell.ts'
import { weightCell } from '../../cells/numberCell.ts'
import { codeCell, longTextCell, nameCell } from '../../cells/textCell.ts'
import { defineSheet, optional, required } from '../../column.ts'
import { scopeColumns } from '../scope.ts'
import { COURSE_SYNONYMS } from '../subjectsSheet.ts'

export const assessmentsSheet = defineSheet({
  name: 'evaluaciones',
  explanation: 'Las pruebas y trabajos con nota de cada asignatura.',
  columns: {
    ...scopeColumns,
    codigo: required(codeCell, 'Código propio, único en el curso; con él la nombran las notas.', 'MAT-1', {
      synonyms: ['código evaluación'],
    }),
    curso: required(courseCell, 'Curso.', '5A', { synonyms: COURSE_SYNONYMS }),
    asignatura: required(codeCell, 'Código o nombre de la asignatura.', 'MAT'),
    periodo: required(codeCell, 'Código o nombre del período.', '1S'),
    nombre: required(nameCell, 'Como se muestra a las familias.', 'Prueba Unidad 1'),
    descripcion: optional(longTextCell, 'Qué se evalúa.', 'Números hasta el millón'),
    fecha: optional(dayCell, 'Cuándo es. Vacía: el primer día del período.', '15-04-2026'),
    ponderacion: optional(
      weightCell,
      'Peso entre las de la asignatura; se usa con promedio_ponderado. Vacía es 1.',
      '30',
    ),
  },
  fields: {
    codigo: 'code',
    curso: 'course',
    asignatura: 'subject',
    periodo: 'period',
    nombre: 'name',
    descripcion: 'description',
    fecha: 'held_on',
    ponderacion: 'weight',
  },
  names: (cell) => [cell('codigo')],
  toRecord: (filled) => ({ ...filled, weight: filled.weight ?? 1 }),
})
