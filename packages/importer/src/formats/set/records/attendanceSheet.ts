import { day } from '../../cells/dayCell.ts'
import { longText } from '../../cells/textCell.ts'
import { dateTime } from '../../cells/timeCell.ts'
import { arrearStatus, attendance } from '../../cells/wordCell.ts'
import { defineSheet, optional, required } from '../../column.ts'
import { run_alumno, scope } from '../scope.ts'

export const asistencia = defineSheet({
  name: 'asistencia',
  explanation: 'Una fila por estudiante y día de clases.',
  columns: {
    ...scope,
    run_alumno,
    fecha: required(day, 'Día de clases.', '15-04-2026', { synonyms: ['día'] }),
    estado: required(attendance, 'P presente, A ausente, T atrasado.', 'P', { synonyms: ['asistencia'] }),
  },
  fields: { run_alumno: 'student_rut', fecha: 'day', estado: 'status' },
  toRecord: (filled) => filled,
})

export const atrasos = defineSheet({
  name: 'atrasos',
  explanation: 'Una fila por cada llegada tarde.',
  columns: {
    ...scope,
    run_alumno,
    fecha_hora: required(
      dateTime,
      'Día y hora de llegada, por el reloj del establecimiento.',
      '16-04-2026 08:17',
      {
        synonyms: ['fecha y hora', 'fecha'],
      },
    ),
    estado: optional(arrearStatus, 'En qué está. Vacía es registrado.', 'registrado'),
    observacion: optional(longText, 'Qué se anotó.', 'Ingresa sin justificativo.'),
  },
  fields: {
    run_alumno: 'student_rut',
    fecha_hora: 'date_late',
    estado: 'status',
    observacion: 'observation',
  },
  toRecord: (filled) => ({ ...filled, status: filled.status ?? 'created' }),
})
