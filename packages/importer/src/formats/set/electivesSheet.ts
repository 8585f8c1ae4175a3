import { codeCell } from '../cells/textCell.ts'
import { defineSheet, required } from '../column.ts'
import { scopeColumns, studentColumn } from './scope.ts'

export const electivesSheet = defineSheet({
  name: 'electivos',
  explanation:
    'Quién toma cada asignatura electiva, una fila por estudiante y electivo. De los estudiantes y electivos que están aquí, lo que falte se quita.',
  columns: {
    ...scopeColumns,
    electivo: required(
      codeCell,
      'Código o nombre de una asignatura electiva del curso del estudiante.',
      'FIS-E',
      { synonyms: ['asignatura electiva', 'código electivo'] },
    ),
    run_alumno: studentColumn,
  },
  fields: { electivo: 'subject', run_alumno: 'student_rut' },
  toRecord: (filled) => filled,
})
