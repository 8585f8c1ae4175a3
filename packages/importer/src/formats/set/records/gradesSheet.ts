import { concept, grade } from '../../cells/gradeCell.ts'
import { rut } from '../../cells/rutCell.ts'
import { code } from '../../cells/textCell.ts'
import { defineSheet, optional, required } from '../../column.ts'
import { STUDENT_SYNONYMS } from '../linksSheet.ts'
import { scope, scopeFields } from '../scope.ts'

export const notas = defineSheet({
  name: 'notas',
  explanation: 'El resultado de cada estudiante en cada evaluación. Sin nota ni concepto: pendiente.',
  oneOf: ['nota', 'concepto'],
  columns: {
    ...scope,
    evaluacion: required(code, 'Código de la evaluación.', 'MAT-1', { synonyms: ['código evaluación'] }),
    run_alumno: required(rut, 'RUN del estudiante.', '40318926', { synonyms: STUDENT_SYNONYMS }),
    nota: optional(grade, 'En una asignatura con números.', '5,4', { requirement: 'una de las dos' }),
    concepto: optional(concept, 'En una asignatura con conceptos.', 'MB', {
      isBlankInTemplate: true,
      requirement: 'una de las dos',
    }),
  },
  fields: {
    ...scopeFields,
    ...{ evaluacion: 'assessment', run_alumno: 'student_rut', nota: 'tenths', concepto: 'concept' },
  },
  toRecord: (filled, { nota, concepto }, row) =>
    nota !== null && concepto !== null
      ? row.refuseAt('concepto')('hay una nota y un concepto', 'uno de los dos')
      : filled,
})
