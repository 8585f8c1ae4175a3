import { dayCell } from '../../cells/dayCell.ts'
import { longTextCell } from '../../cells/textCell.ts'
import { dateTimeCell } from '../../cells/timeCell.ts'
import { arrearStatusCell, attendanceCell } from '../../cells/wordCell.ts'
import { defineSheet, optional, required } from '../../column.ts'
import { scopeColumns, studentColumn } from '../scope.ts'

export const attendanceSheet = defineSheet({
  name: 'asistencia',
  explanation: 'Una fila por estudiante y día de clases.',
  columns: {
    ...scopeColumns,
    run_alumno: studentColumn,
    fecha: required(dayCell, 'Día de clases.', '15-04-2026', { synonyms: ['día'] }),
    estado: required(attendanceCell, 'P presente, A ausente, T atrasado.', 'P', { synonyms: ['asistencia'] }),
  },
  fields: { run_alumno: 'student_rut', fecha: 'day', estado: 'status' },
  toRecord: (filled) => filled,
})

export const arrearsSheet = defineSheet({
  name: 'atrasos',
  explanation: 'Una fila por cada llegada tarde.',
  columns: {
    ...scopeColumns,
    run_alumno: studentColumn,
    fecha_hora: required(
      dateTimeCell,
      'Día y hora de llegada, por el reloj del establecimiento.',
      '16-04-2026 08:17',
      { synonyms: ['fecha y hora', 'fecha'] },
    ),
    estado: optional(arrearStatusCell, 'En qué está. Vacía es registrado.', 'registrado'),
    observacion: optional(longTextCell, 'Qué se anotó.', 'Ingresa sin justificativo.'),
  },
  fields: {
    run_alumno: 'student_rut',
    fecha_hora: 'date_late',
    estado: 'status',
    observacion: 'observation',
  },
  toRecord: (filled) => ({ ...filled, status: filled.status ?? 'created' }),
})
