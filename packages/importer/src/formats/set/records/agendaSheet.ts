import { courseCell } from '../../cells/courseCell.ts'
import { dayCell } from '../../cells/dayCell.ts'
import { codeCell, fileNameCell, longTextCell, titleCell } from '../../cells/textCell.ts'
import { timeOfDayCell } from '../../cells/timeCell.ts'
import type { CellType } from '../../cellType.ts'
import { defineSheet, optional, required } from '../../column.ts'
import { normalizeName } from '../../sheetText.ts'
import { scopeColumns } from '../scope.ts'
import { COURSE_SYNONYMS } from '../subjectsSheet.ts'

const EVERYBODY_KEYS = new Set([
  'todos',
  'todas',
  'todo',
  'todosloscursos',
  'todoelestablecimiento',
  'colegio',
])

/** A course; null for 'todos', the whole school. A blank is a problem: left by mistake, it would address everybody. */
const courseOrAllCell: CellType<string | null> = {
  accepts: `${courseCell.accepts}; «todos» para todo el establecimiento`,
  parse: (text, refuse) => (EVERYBODY_KEYS.has(normalizeName(text)) ? null : courseCell.parse(text, refuse)),
}

export const agendaSheet = defineSheet({
  name: 'agenda',
  explanation: 'Lo que viene: pruebas, tareas, reuniones, salidas, actos.',
  columns: {
    ...scopeColumns,
    curso: required(courseOrAllCell, 'Para qué curso es.', '5A', { synonyms: COURSE_SYNONYMS }),
    fecha: required(dayCell, 'Día.', '22-04-2026', { synonyms: ['día'] }),
    hora: optional(timeOfDayCell, 'Hora. Vacía: todo el día.', '08:00'),
    titulo: required(titleCell, 'Qué es.', 'Control de lectura', { synonyms: ['evento'] }),
    descripcion: optional(longTextCell, 'Una línea más, bajo el título.', 'Lectura complementaria del mes'),
    asignatura: optional(codeCell, 'Código o nombre de la asignatura.', 'MAT'),
    contenido: optional(
      longTextCell,
      'Qué entra y qué hay que llevar.',
      'Problemas, páginas 40 a 52. Traer regla.',
    ),
    documento: optional(
      fileNameCell,
      'Archivo que se adjunta: su nombre, o su carpeta y nombre.',
      'documentos/pauta.pdf',
      {
        synonyms: ['adjunto', 'archivo'],
        isBlankInTemplate: true,
      },
    ),
  },
  fields: {
    curso: 'course',
    fecha: 'day',
    hora: 'time',
    titulo: 'title',
    descripcion: 'description',
    asignatura: 'subject',
    contenido: 'content',
    documento: 'document',
  },
  toRecord: (filled) => filled,
})
