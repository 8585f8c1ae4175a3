import { day } from '../../cells/dayCell.ts'
import { rut } from '../../cells/rutCell.ts'
import { code, longText, title } from '../../cells/textCell.ts'
import { observationPlace, observationType, yesNo } from '../../cells/wordCell.ts'
import { defineSheet, optional, required } from '../../column.ts'
import { run_alumno, scope } from '../scope.ts'

export const observaciones = defineSheet({
  name: 'observaciones',
  explanation: 'Las anotaciones de los estudiantes.',
  columns: {
    ...scope,
    run_alumno,
    fecha: required(day, 'Día.', '17-04-2026'),
    tipo: required(observationType, 'Positiva, negativa o neutra.', 'positiva'),
    descripcion: required(title, 'En dos o tres palabras.', 'Responsabilidad'),
    detalle: required(
      longText,
      'Lo que se anotó.',
      'Entrega todas sus actividades a tiempo durante el mes.',
      {
        synonyms: ['observación'],
      },
    ),
    run_docente: optional(rut, 'RUN de quien la escribe, de la hoja funcionarios.', '43001122', {
      synonyms: ['rut docente', 'docente'],
    }),
    asignatura: optional(code, 'Código o nombre de la asignatura.', 'MAT'),
    en_clases: optional(yesNo, 'Si fue en clases. Vacía es no.', 'si'),
    lugar: optional(observationPlace, 'Lugar, si no fue en clases.', 'Inspectoría', {
      isBlankInTemplate: true,
    }),
  },
  fields: {
    ...{ run_alumno: 'student_rut', fecha: 'date', tipo: 'event_type', descripcion: 'description' },
    ...{ detalle: 'observation', run_docente: 'employee_rut', asignatura: 'subject' },
    ...{ en_clases: 'in_class', lugar: 'where_is' },
  },
  toRecord: (filled) => ({ ...filled, in_class: filled.in_class ?? false }),
})
