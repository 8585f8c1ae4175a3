import { concept, grade } from '../../cells/gradeCell.ts'
import { code } from '../../cells/textCell.ts'
import { defineSheet, optional, required } from '../../column.ts'
import { run_alumno, scope } from '../scope.ts'

export const notas = defineSheet({
  name: 'notas',
  explanation: 'El resultado de cada estudiante en cada evaluación. Sin nota ni concepto: pendiente.',
  oneOf: ['nota', 'concepto'],
  columns: {
    ...scope,
    evaluacion: required(code, 'Código de la evaluación.', 'MAT-1', { synonyms: ['código evaluación'] }),
    run_alumno,
    nota: optional(grade, 'En una asignatura con números.', '5,4', { requirement: 'una de las dos' }),
    concepto: optional(concept, 'En una asignatura con conceptos.', 'MB', {
      isBlankInTemplate: true,
      requirement: 'una de las dos',
    }),
  },
  fields: { evaluacion: 'assessment', run_alumno: 'student_rut', nota: 'tenths', concepto: 'concept' },
  toRecord: (filled, { nota, concepto }, row) =>
    nota !== null && concepto !== null
      ? row.refuseAt('concepto')('hay una nota y un concepto', 'uno de los dos')
      : filled,
})
