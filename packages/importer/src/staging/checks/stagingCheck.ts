import { formatOfSheet } from '../../formats/set/set.ts'
import type { Referable } from '../../problems.ts'
import type { Field, SheetName } from '../../sheetRecords.ts'

/** A row that a check has found: its position, and the values for its message. */
export type FoundRow = { file: number; line: number; is_consequence?: boolean } & Record<
  string,
  string | number | boolean | null
>

/** A check that needs all rows together; each row that `sql` selects is a problem. */
export type Check = {
  /** The column of the sheet; null if the problem concerns the whole row. */
  column: string | null
  sql: string
  /** `files` are the file names, by the numbers in the column `file`. */
  message: (found: FoundRow, files: string[]) => string
  expected?: (found: FoundRow) => string
  /** True if the row is reported and imported nevertheless. */
  isWarning?: boolean
  /** The check runs only if the operator has declared that sheet complete. */
  whenComplete?: SheetName
  /**
   * The sheet or the documents to which the value `named` of a found row refers. If what it names was skipped with a
   * problem of its own, the row is not reported.
   */
  refersTo?: Referable
  /** True if a reported `named` is recorded as left out, so that later checks and sheets do not report it again. */
  isReportedOnce?: boolean
}

export const EXISTING_SCHOOL = 'uno de la hoja establecimientos, o creado con npm run admin -- school create'

/** Finds rows that refer to a school which neither the files nor the database contain. */
export const unknownSchoolCheck = (sheet: SheetName): Check => ({
  column: 'rbd',
  sql: `select distinct on (rbd) file, line, rbd, split_part(rbd, '-', 1) as named from ${sheet}
    where rbd is not null and rbd not in (select rbd from known_schools) order by rbd, file, line`,
  message: ({ rbd }) => `no existe el establecimiento ${rbd}`,
  expected: () => EXISTING_SCHOOL,
  refersTo: 'establecimientos',
  isReportedOnce: true,
})

/**
 * Returns the number of the other row, with the name of its file if that is another file: '4', '4 de alumnos 2.csv'.
 */
export const otherRow = ({ file, other_file, other_line }: FoundRow, files: string[]): string =>
  other_file === file ? String(other_line) : `${other_line} de ${files[Number(other_file)]}`

/** Finds the rows that repeat the key of an earlier row. */
export const repeatedKeyCheck = (from: string, key: string, column: string, what: string): Check => ({
  column,
  sql: `select file, line, other_file, other_line from (
      select file, line, row_number() over same as nth,
        first_value(file) over same as other_file, first_value(line) over same as other_line
      from ${from} window same as (partition by ${key} order by file, line)
    ) counted where nth > 1`,
  message: (found, files) => `${what} (ya está en la fila ${otherRow(found, files)})`,
})

/** Reports rows that `sql` selects: they need a column that their sheet lacks, and no stored value can replace it. */
export const neededColumnCheck = (column: string, sql: string, message: string, expected: string): Check => ({
  column,
  sql,
  message: () => message,
  expected: () => expected,
})

export const COURSE = 'el código de un curso, o su nombre y letra, como «5° Básico A»'
const STUDENT = 'el RUN de un estudiante con matrícula ese año'

type Lookup = { field: Field; refersTo: SheetName; expected: string; choices?: string; begin?: string }
/**
 * The references in the `resolved_` tables, by the column with the number of the row that was found: the field with the
 * written name, and the sheet that it refers to. If a name can match several rows, `choices` is the column with the
 * candidates and `begin` the beginning of the message.
 */
const lookups = {
  course_k: {
    ...{ field: 'course', refersTo: 'cursos', expected: COURSE },
    ...{ choices: 'course_choices', begin: 'hay más de un curso «' },
  },
  subject_k: {
    ...{ field: 'subject', refersTo: 'asignaturas', expected: 'una asignatura del curso' },
    ...{ choices: 'subject_choices', begin: 'hay más de una asignatura «' },
  },
  period_k: {
    ...{ field: 'period', refersTo: 'periodos', expected: 'el código de un período del año' },
    ...{ choices: 'period_choices', begin: 'hay más de un período «' },
  },
  employee_k: {
    ...{ field: 'employee_rut', refersTo: 'funcionarios' },
    expected: 'el RUN de alguien de la hoja funcionarios',
  },
  present_k: { field: 'student_rut', refersTo: 'alumnos', expected: STUDENT },
  enrollment_k: { field: 'student_rut', refersTo: 'alumnos', expected: STUDENT },
  assessment_k: {
    ...{ field: 'assessment', refersTo: 'evaluaciones' },
    expected: 'el código de una evaluación del curso del estudiante',
  },
} satisfies Record<string, Lookup>
type LookupColumn = keyof typeof lookups
const CHOICES_MAX = 200

/**
 * Returns the message for a name that the lookup column `k` could not resolve: `otherwise`, unless the name matches
 * several rows.
 */
export function missingMessage(k: LookupColumn, { named, choices }: FoundRow, otherwise: string): string {
  const { begin }: Lookup = lookups[k]
  return typeof choices === 'string' ? `${begin}${named}»: ${choices.slice(0, CHOICES_MAX)}` : otherwise
}

/** Options of `danglingCheck` for subjects: they limit the check to rows whose course, or whose student, is known. */
export const OF_COURSE = { where: 'course_k is not null' }
export const OF_STUDENT = {
  where: 'enrollment_k is not null',
  expected: 'una asignatura del curso del estudiante',
}

/**
 * Finds rows with a reference that matches no row, or several. Other checks report unknown schools and years.
 */
export function danglingCheck(
  sheet: SheetName,
  k: LookupColumn,
  { where = 'true', expected }: { where?: string; expected?: string } = {},
): Check {
  const lookup: Lookup = lookups[k]
  const { field, refersTo, choices = 'null' } = lookup
  const [column = null] =
    Object.entries(formatOfSheet[sheet].fields).find(([, filled]) => filled === field) ?? []
  return {
    column,
    sql: `select file, line, ${field} as named, ${choices} as choices from resolved_${sheet}
      where ${field} is not null and ${k} is null and ${where}
        and rbd in (select rbd from known_schools) and year is not null`,
    message: (found) => missingMessage(k, found, `no existe «${found.named}»`),
    expected: () => expected ?? lookup.expected,
    refersTo,
  }
}
