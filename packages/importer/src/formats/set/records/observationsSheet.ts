import { dayCell } from '../../cells/dayCell.ts'
import { rutCell } from '../../cells/rutCell.ts'
import { codeCell, longTextCell, titleCell } from '../../cells/textCell.ts'
import { observationPlaceCell, observationTypeCell, yesNoCell } from '../../cells/wordCell.ts'
import { defineSheet, optional, required } from '../../column.ts'
import { scopeColumns, studentColumn } from '../scope.ts'

export const observationsSheet = defineSheet({
  name: 'observaciones',
  explanation: 'Las anotaciones de los estudiantes.',
  columns: {
    ...scopeColumns,
    run_alumno: studentColumn,
    fecha: required(dayCell, 'Día.', '17-04-2026'),
    tipo: required(observationTypeCell, 'Positiva, negativa o neutra.', 'positiva'),
    descripcion: required(titleCell, 'En dos o tres palabras.', 'Responsabilidad'),
    detalle: required(
      longTextCell,
      'Lo que se anotó.',
      'Entrega todas sus actividades a tiempo durante el mes.',
      { synonyms: ['observación'] },
    ),
    run_docente: optional(rutCell, 'RUN de quien la escribe, de la hoja funcionarios.', '43001122', {
      synonyms: ['rut docente', 'docente'],
    }),
    asignatura: optional(codeCell, 'Código o nombre de la asignatura.', 'MAT'),
    en_clases: optional(yesNoCell, 'Si fue en clases. Vacía es no.', 'si'),
    lugar: optional(observationPlaceCell, 'Lugar, si no fue en clases.', 'Inspectoría', {
      isBlankInTemplate: true,
    }),
  },
  fields: {
    run_alumno: 'student_rut',
    fecha: 'date',
    tipo: 'event_type',
    descripcion: 'description',
    detalle: 'observation',
    run_docente: 'employee_rut',
    asignatura: 'subject',
    en_clases: 'in_class',
    lugar: 'where_is',
  },
  toRecord: (filled) => ({ ...filled, in_class: filled.in_class ?? false }),
})
