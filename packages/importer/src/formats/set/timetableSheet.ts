import { courseCell } from '../cells/courseCell.ts'
import { codeCell } from '../cells/textCell.ts'
import { timeOfDayCell } from '../cells/timeCell.ts'
import { blockTypeCell, weekdayCell } from '../cells/wordCell.ts'
import { defineSheet, optional, required } from '../column.ts'
import { scopeColumns } from './scope.ts'
import { COURSE_SYNONYMS } from './subjectsSheet.ts'

export const timetableSheet = defineSheet({
  name: 'horario',
  explanation: 'Los bloques de la semana de cada curso. De un curso que está aquí, lo que falte se quita.',
  columns: {
    ...scopeColumns,
    curso: required(courseCell, 'Curso.', '5A', { synonyms: COURSE_SYNONYMS }),
    dia: required(weekdayCell, 'Día de la semana.', 'lunes'),
    tipo: required(blockTypeCell, 'Clase, recreo o almuerzo.', 'clase'),
    inicio: required(timeOfDayCell, 'Hora en que empieza.', '08:00', { synonyms: ['hora inicio', 'desde'] }),
    termino: required(timeOfDayCell, 'Hora en que termina.', '09:30', {
      synonyms: ['hora término', 'fin', 'hasta'],
    }),
    asignatura: optional(codeCell, 'Código o nombre de la asignatura.', 'MAT', {
      requirement: 'con tipo clase',
    }),
  },
  fields: {
    curso: 'course',
    dia: 'weekday',
    tipo: 'is_class',
    inicio: 'starts_at',
    termino: 'ends_at',
    asignatura: 'subject',
  },
  toRecord: (filled, { tipo, asignatura }, row) => {
    const is_class = tipo === 'class'
    // If the sheet lacks the column, the database may contain the value: `neededColumnCheck` checks that later.
    if (is_class && row.has('asignatura') && !asignatura)
      return row.refuseAt('asignatura')('una clase necesita su asignatura', 'MAT')
    if (!is_class && asignatura)
      return row.refuseAt('asignatura')('un recreo no tiene asignatura', 'la celda vacía')
    return { ...filled, is_class, is_lunch: tipo === 'lunch' }
  },
})
