import { code } from '../cells/textCell.ts'
import { defineSheet, required } from '../column.ts'
import { run_alumno, scope } from './scope.ts'

export const electivos = defineSheet({
  name: 'electivos',
  explanation:
    'Quién toma cada asignatura electiva, una fila por estudiante y electivo. De los estudiantes y electivos que están aquí, lo que falte se quita.',
  columns: {
    ...scope,
    electivo: required(
      code,
      'Código o nombre de una asignatura electiva del curso del estudiante.',
      'FIS-E',
      {
        synonyms: ['asignatura electiva', 'código electivo'],
      },
    ),
    run_alumno,
  },
  fields: { electivo: 'subject', run_alumno: 'student_rut' },
  toRecord: (filled) => filled,
})
