import type { Cell } from 'write-excel-file/node'
import { attendanceCell } from './cells/wordCell.ts'
import { HEADING_STYLE, toTextCell, type ValidatedSheet, writeBook } from './workbookWriter.ts'

/** A course with its students, and the codes of its assessments. */
export type TemplateCourse = {
  name: string
  students: { list_number: number; run: string; name: string }[]
  assessments: string[]
}

const STUDENT_COLUMNS = ['N°', 'RUN', 'Estudiante']
const WIDTHS = [6, 15, 38]
const VALUE_WIDTH = 13
const FORBIDDEN_IN_NAME = /[[\]:*?/\\]/g
const COURSE_NAME_MAX = 18

const GRADES_HELP =
  'Escriba cada nota bajo su evaluación, como 5,4. El título de la columna es el código de la evaluación: puede agregar otras. Una celda vacía no cambia nada; un guion (-) quita la nota.'
const ATTENDANCE_HELP =
  'Escriba P (presente), A (ausente) o T (atrasado) bajo cada día. Una celda vacía no cambia nada. Puede agregar días con su fecha completa.'

type CourseSheet = { title: string; help: string; headers: string[]; choices?: readonly string[] }

function createCourseSheet(
  { name, students }: TemplateCourse,
  { title, help, headers, choices }: CourseSheet,
): ValidatedSheet {
  const head = [...STUDENT_COLUMNS, ...headers]
  const blank = headers.map(() => toTextCell(''))
  return {
    sheet: `${title} ${name.replace(FORBIDDEN_IN_NAME, ' ').slice(0, COURSE_NAME_MAX)}`,
    data: [
      head.map((value): Cell => ({ value, type: String, format: '@', ...HEADING_STYLE })),
      ...students.map((student): Cell[] => [
        toTextCell(String(student.list_number)),
        toTextCell(student.run),
        toTextCell(student.name),
        ...blank,
      ]),
    ],
    columns: [...WIDTHS, ...headers.map(() => VALUE_WIDTH)].map((width) => ({ width })),
    stickyRowsCount: 1,
    stickyColumnsCount: STUDENT_COLUMNS.length,
    validations:
      students.length === 0
        ? []
        : [
            {
              column: STUDENT_COLUMNS.length,
              lastColumn: head.length - 1,
              rows: students.length,
              title,
              prompt: help,
              choices,
            },
          ],
  }
}

const GRADES = Array.from({ length: 61 }, (_, index) => `${Math.floor(index / 10) + 1},${index % 10}`)
const EXAMPLE_CODES = ['MAT-1', 'LEN-1']

/** Returns a workbook with a sheet per course: its students, and a column per assessment. */
export const gradesBook = (courses: TemplateCourse[]): Promise<Buffer> =>
  writeBook(
    withHelp(
      GRADES_HELP,
      courses.map((course) =>
        createCourseSheet(course, {
          title: 'Notas',
          help: GRADES_HELP,
          headers: course.assessments.length > 0 ? course.assessments : EXAMPLE_CODES,
          choices: GRADES,
        }),
      ),
    ),
  )

/** Returns a workbook with a sheet per course: its students, and a column per day, 'dd-mm-yyyy'. */
export const attendanceBook = (courses: TemplateCourse[], days: string[]): Promise<Buffer> =>
  writeBook(
    withHelp(
      ATTENDANCE_HELP,
      courses.map((course) =>
        createCourseSheet(course, {
          title: 'Asistencia',
          help: ATTENDANCE_HELP,
          headers: days,
          ...(attendanceCell.choices && { choices: attendanceCell.choices }),
        }),
      ),
    ),
  )

const withHelp = (help: string, sheets: ValidatedSheet[]): ValidatedSheet[] => [
  { sheet: 'LEAME', data: [[{ value: help, type: String }]], columns: [{ width: 120 }], validations: [] },
  ...sheets,
]
