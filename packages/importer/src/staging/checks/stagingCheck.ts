import { formatOfSheet } from '../../formats/set/set.ts'
import type { ReferenceTarget } from '../../problems.ts'
import type { Field, SheetName } from '../../sheetRecords.ts'

/** A row that a check has found: its position, and the values for its message. */
export type FoundRow = { file: number; line: number; is_consequence?: boolean } & Record<
  string,
  string | number | boolean | null
>

/** A check that needs all rows together; each row that `sql` selects is reported as a problem or a warning. */
export type StagingCheck = {
  /** The column of the sheet; null if the problem concerns the whole row. */
  column: string | null
  sql: string
  /** Returns the message for a found row. `files` are the file names, by the numbers in the column `file`. */
  message: (found: FoundRow, files: string[]) => string
  expected?: (found: FoundRow) => string
  /** True if found rows are reported as warnings, which do not prevent the import. */
  isWarning?: boolean
  /** A sheet; the check runs only if the operator has declared this sheet complete. */
  whenComplete?: SheetName
  /**
   * The sheet or the documents to which the value `named` of a found row refers. If what it names was skipped with a
   * problem of its own, the row is not reported.
   */
  refersTo?: ReferenceTarget
  /** True if a reported `named` is recorded as left out, so that later checks and sheets do not report it again. */
  isReportedOnce?: boolean
}

export const EXISTING_SCHOOL_ADVICE =
  'uno de la hoja establecimientos, o que lo cree quien administra la aplicación'

/** Returns a check for rows that refer to a school which neither the files nor the database contain. */
export const unknownSchoolCheck = (sheet: SheetName): StagingCheck => ({
  column: 'rbd',
  sql: `select distinct on (rbd) file, line, rbd, split_part(rbd, '-', 1) as named from ${sheet}
    where rbd is not null and rbd not in (select rbd from known_schools) order by rbd, file, line`,
  message: ({ rbd }) => `no existe el establecimiento ${rbd}`,
  expected: () => EXISTING_SCHOOL_ADVICE,
  refersTo: 'establecimientos',
  isReportedOnce: true,
})

/** Returns the number of the other row, with the name of its file if that differs: '4', '4 de alumnos 2.csv'. */
export const otherRowText = ({ file, other_file, other_line }: FoundRow, files: string[]): string =>
  other_file === file ? String(other_line) : `${other_line} de ${files[Number(other_file)]}`

/** Returns a check for rows that repeat the `key` of an earlier row; `from` and `key` are SQL. */
export const repeatedKeyCheck = (from: string, key: string, column: string, what: string): StagingCheck => ({
  column,
  sql: `select file, line, other_file, other_line from (
      select file, line, row_number() over same as nth,
        first_value(file) over same as other_file, first_value(line) over same as other_line
      from ${from} window same as (partition by ${key} order by file, line)
    ) counted where nth > 1`,
  message: (found, files) => `${what} (ya está en la fila ${otherRowText(found, files)})`,
})

/** Returns a check for rows that need a column which their sheet lacks, and which no stored value can replace. */
export const neededColumnCheck = (
  column: string,
  sql: string,
  message: string,
  expected: string,
): StagingCheck => ({
  column,
  sql,
  message: () => message,
  expected: () => expected,
})

export const COURSE_FORM = 'el código de un curso, o su nombre y letra, como «5° Básico A»'
const STUDENT_FORM = 'el RUN de un estudiante con matrícula ese año'

type ReferenceLookup = {
  field: Field
  refersTo: SheetName
  expected: string
  choices?: string
  begin?: string
}
/**
 * The references in the `resolved_` tables, by the column with the number of the row to which they refer: the field
 * with the written name, and the sheet that it refers to. If a name can match several rows, `choices` is the column
 * with the candidates and `begin` the beginning of the message.
 */
const referenceLookups = {
  course_row: {
    field: 'course',
    refersTo: 'cursos',
    expected: COURSE_FORM,
    choices: 'course_choices',
    begin: 'hay más de un curso «',
  },
  subject_row: {
    field: 'subject',
    refersTo: 'asignaturas',
    expected: 'una asignatura del curso',
    choices: 'subject_choices',
    begin: 'hay más de una asignatura «',
  },
  period_row: {
    field: 'period',
    refersTo: 'periodos',
    expected: 'el código de un período del año',
    choices: 'period_choices',
    begin: 'hay más de un período «',
  },
  employee_row: {
    field: 'employee_rut',
    refersTo: 'funcionarios',
    expected: 'el RUN de alguien de la hoja funcionarios',
  },
  present_row: { field: 'student_rut', refersTo: 'alumnos', expected: STUDENT_FORM },
  enrollment_row: { field: 'student_rut', refersTo: 'alumnos', expected: STUDENT_FORM },
  assessment_row: {
    field: 'assessment',
    refersTo: 'evaluaciones',
    expected: 'el código de una evaluación del curso del estudiante',
  },
} satisfies Record<string, ReferenceLookup>
type LookupColumn = keyof typeof referenceLookups
const CHOICES_LENGTH_MAX = 200

/** Returns the message for a name that refers to no row, `otherwise`, or to several, which the message lists. */
export function unresolvedMessage(
  reference: LookupColumn,
  { named, choices }: FoundRow,
  otherwise: string,
): string {
  const { begin }: ReferenceLookup = referenceLookups[reference]
  return typeof choices === 'string'
    ? `${begin}${named}»: ${choices.slice(0, CHOICES_LENGTH_MAX)}`
    : otherwise
}

/** Options of `referenceCheck` for subjects: they limit the check to rows whose course, or whose student, is known. */
export const WITH_KNOWN_COURSE = { where: 'course_row is not null' }
export const WITH_KNOWN_STUDENT = {
  where: 'enrollment_row is not null',
  expected: 'una asignatura del curso del estudiante',
}

/**
 * Returns a check for rows of the sheet whose reference matches no row, or several. It skips rows whose school or year
 * is unknown, which other checks report.
 */
export function referenceCheck(
  sheet: SheetName,
  reference: LookupColumn,
  { where = 'true', expected }: { where?: string; expected?: string } = {},
): StagingCheck {
  const lookup: ReferenceLookup = referenceLookups[reference]
  const { field, refersTo, choices = 'null' } = lookup
  const [column = null] =
    Object.entries(formatOfSheet[sheet].fields).find(([, filled]) => filled === field) ?? []
  return {
    column,
    sql: `select file, line, ${field} as named, ${choices} as choices from resolved_${sheet}
      where ${field} is not null and ${reference} is null and ${where}
        and rbd in (select rbd from known_schools) and year is not null`,
    message: (found) => unresolvedMessage(reference, found, `no existe «${found.named}»`),
    expected: () => expected ?? lookup.expected,
    refersTo,
  }
}
