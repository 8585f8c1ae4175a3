import { rut } from '../cells/rutCell.ts'
import { code } from '../cells/textCell.ts'
import { defineSheet, required } from '../column.ts'
import { STUDENT_SYNONYMS } from './linksSheet.ts'
import { scope, scopeFields } from './scope.ts'

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
    run_alumno: required(rut, 'RUN del estudiante.', '40318926', { synonyms: STUDENT_SYNONYMS }),
  },
  fields: { ...scopeFields, electivo: 'subject', run_alumno: 'student_rut' },
  toRecord: (filled) => filled,
})
