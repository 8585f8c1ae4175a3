import { course } from '../../cells/courseCell.ts'
import { day } from '../../cells/dayCell.ts'
import { code, fileName, longText, title } from '../../cells/textCell.ts'
import { timeOfDay } from '../../cells/timeCell.ts'
import type { CellType } from '../../cellType.ts'
import { defineSheet, optional, required } from '../../column.ts'
import { keyOf } from '../../sheetText.ts'
import { scope } from '../scope.ts'
import { COURSE_SYNONYMS } from '../subjectsSheet.ts'

const EVERYBODY = new Set(['todos', 'todas', 'todo', 'todosloscursos', 'todoelestablecimiento', 'colegio'])

/**
 * A course, or null ('todos') for the whole school. 'todos' must be written, so that a cell left blank by mistake does
 * not address everybody.
 */
const courseOrAll: CellType<string | null> = {
  accepts: `${course.accepts}; «todos» para todo el establecimiento`,
  parse: (text, refuse) => (EVERYBODY.has(keyOf(text)) ? null : course.parse(text, refuse)),
}

export const agenda = defineSheet({
  name: 'agenda',
  explanation: 'Lo que viene: pruebas, tareas, reuniones, salidas, actos.',
  columns: {
    ...scope,
    curso: required(courseOrAll, 'Para qué curso es.', '5A', { synonyms: COURSE_SYNONYMS }),
    fecha: required(day, 'Día.', '22-04-2026', { synonyms: ['día'] }),
    hora: optional(timeOfDay, 'Hora. Vacía: todo el día.', '08:00'),
    titulo: required(title, 'Qué es.', 'Control de lectura', { synonyms: ['evento'] }),
    descripcion: optional(longText, 'Una línea más, bajo el título.', 'Lectura complementaria del mes'),
    asignatura: optional(code, 'Código o nombre de la asignatura.', 'MAT'),
    contenido: optional(
      longText,
      'Qué entra y qué hay que llevar.',
      'Problemas, páginas 40 a 52. Traer regla.',
    ),
    documento: optional(
      fileName,
      'Archivo que se adjunta: su nombre, o su carpeta y nombre.',
      'documentos/pauta.pdf',
      {
        synonyms: ['adjunto', 'archivo'],
        isBlankInTemplate: true,
      },
    ),
  },
  fields: {
    ...{ curso: 'course', fecha: 'day', hora: 'time', titulo: 'title', descripcion: 'description' },
    ...{ asignatura: 'subject', contenido: 'content', documento: 'document' },
  },
  toRecord: (filled) => filled,
})
