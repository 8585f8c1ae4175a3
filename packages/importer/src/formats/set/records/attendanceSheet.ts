import { dayCell } from '../../cells/dayCell.ts'
import { longTextCell } from '../../cells/textCell.ts'
import { dateTimeCell } from '../../cells/timeCell.ts'
import { arrearStatusCell, attendanceCell } from '../../cells/wordCell.ts'
import { defineSheet, optionalColumn, requiredColumn } from '../../column.ts'
import { scopeColumns, studentColumn } from '../scope.ts'

export const attendanceSheet = defineSheet({
  name: 'asistencia',
  explanation: 'Una fila por estudiante y día de clases.',
  columns: {
    ...scopeColumns,
    run_alumno: studentColumn,
    fecha: requiredColumn(dayCell, 'Día de clases.', '15-04-2026', { synonyms: ['día'] }),
    estado: requiredColumn(attendanceCell, 'P presente, A ausente, T atrasado.', 'P', {
      synonyms: ['asistencia'],
    }),
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
    fecha_hora: requiredColumn(
      dateTimeCell,
      'Día y hora de llegada, por el reloj del establecimiento.',
      '16-04-2026 08:17',
      {
        synonyms: ['fecha y hora', 'fecha'],
      },
    ),
    estado: optionalColumn(arrearStatusCell, 'En qué está. Vacía es registrado.', 'registrado'),
    observacion: optionalColumn(longTextCell, 'Qué se anotó.', 'Ingresa sin justificativo.'),
  },
  fields: {
    run_alumno: 'student_rut',
    fecha_hora: 'date_late',
    estado: 'status',
    observacion: 'observation',
  },
  toRecord: (filled) => ({ ...filled, status: filled.status ?? 'created' }),
})
