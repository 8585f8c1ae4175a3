import { conceptCell, gradeCell } from '../../cells/gradeCell.ts'
import { codeCell } from '../../cells/textCell.ts'
import { defineSheet, optional, required } from '../../column.ts'
import { scopeColumns, studentColumn } from '../scope.ts'

export const gradesSheet = defineSheet({
  name: 'notas',
  explanation: 'El resultado de cada estudiante en cada evaluación. Sin nota ni concepto: pendiente.',
  oneOf: ['nota', 'concepto'],
  columns: {
    ...scopeColumns,
    evaluacion: required(codeCell, 'Código de la evaluación.', 'MAT-1', { synonyms: ['código evaluación'] }),
    run_alumno: studentColumn,
    nota: optional(gradeCell, 'En una asignatura con números.', '5,4', {
      requirement: 'una de las dos',
    }),
    concepto: optional(conceptCell, 'En una asignatura con conceptos.', 'MB', {
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
