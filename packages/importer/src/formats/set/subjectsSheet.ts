import { courseCell } from '../cells/courseCell.ts'
import { rutCell } from '../cells/rutCell.ts'
import { codeCell, nameCell } from '../cells/textCell.ts'
import { scaleCell, yesNoCell } from '../cells/wordCell.ts'
import { defineSheet, optional, required } from '../column.ts'
import { scopeColumns } from './scope.ts'

export const COURSE_SYNONYMS = ['código curso', 'curso codigo']

export const subjectsSheet = defineSheet({
  name: 'asignaturas',
  explanation: 'Las asignaturas de cada curso, en el orden en que se muestran.',
  columns: {
    ...scopeColumns,
    curso: required(courseCell, 'Curso que la tiene.', '5A', { synonyms: COURSE_SYNONYMS }),
    codigo: required(codeCell, 'Código propio, único en el curso.', 'MAT', {
      synonyms: ['código asignatura'],
    }),
    nombre: required(nameCell, 'Como se muestra a las familias.', 'Matemática', { synonyms: ['asignatura'] }),
    escala: required(
      scaleCell,
      'Con números o con conceptos. Vacía: no se evalúa, como un taller.',
      'numero',
      {
        mayBeBlank: true,
        requirement: 'la columna sí; la celda puede ir vacía',
      },
    ),
    incide_promedio: required(yesNoCell, 'Si cuenta en el promedio del período.', 'si', {
      synonyms: ['incide en promedio', 'incide'],
    }),
    electiva: optional(
      yesNoCell,
      'Si la toma solo una parte del curso: la de la hoja electivos. Vacía es no.',
      'no',
    ),
    run_docente: optional(rutCell, 'RUN de quien la hace, de la hoja funcionarios.', '43001122', {
      synonyms: ['rut docente', 'docente', 'run profesor', 'rut profesor'],
    }),
  },
  fields: {
    curso: 'course',
    codigo: 'code',
    nombre: 'name',
    escala: 'scale_type',
    incide_promedio: 'counts_in_average',
    electiva: 'is_elective',
    run_docente: 'employee_rut',
  },
  names: (cell) => [cell('codigo'), cell('nombre')],
  toRecord: (filled, { rbd, anio, curso }, row) => ({
    ...filled,
    position: row.count(`${rbd} ${anio} ${curso}`),
    is_elective: filled.is_elective ?? false,
  }),
})
