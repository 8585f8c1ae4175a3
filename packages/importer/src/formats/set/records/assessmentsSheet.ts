import { courseCell } from '../../cells/courseCell.ts'
import { dayCell } from '../../cells/dayCell.ts'
import { weightCell } from '../../cells/numberCell.ts'
import { codeCell, longTextCell, nameCell } from '../../cells/textCell.ts'
import { defineSheet, optionalColumn, requiredColumn } from '../../column.ts'
import { scopeColumns } from '../scope.ts'
import { COURSE_SYNONYMS } from '../subjectsSheet.ts'

export const assessmentsSheet = defineSheet({
  name: 'evaluaciones',
  explanation: 'Las pruebas y trabajos con nota de cada asignatura.',
  columns: {
    ...scopeColumns,
    codigo: requiredColumn(
      codeCell,
      'Código propio, único en el curso; con él la nombran las notas.',
      'MAT-1',
      {
        synonyms: ['código evaluación'],
      },
    ),
    curso: requiredColumn(courseCell, 'Curso.', '5A', { synonyms: COURSE_SYNONYMS }),
    asignatura: requiredColumn(codeCell, 'Código o nombre de la asignatura.', 'MAT'),
    periodo: requiredColumn(codeCell, 'Código o nombre del período.', '1S'),
    nombre: requiredColumn(nameCell, 'Como se muestra a las familias.', 'Prueba Unidad 1'),
    descripcion: optionalColumn(longTextCell, 'Qué se evalúa.', 'Números hasta el millón'),
    fecha: optionalColumn(dayCell, 'Cuándo es. Vacía: el primer día del período.', '15-04-2026'),
    ponderacion: optionalColumn(
      weightCell,
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
