import type { Named } from '../../problems.ts'
import type { SheetName } from '../../sheetRecords.ts'

/** A row of a check's answer: where it stands, and what its message tells of. */
export type Found = { file: number; line: number; is_consequence?: boolean } & Record<
  string,
  string | number | boolean | null
>

/** One thing that only all the rows together can tell: each row of `sql` is a problem. */
export type Check = {
  /** Of the sheet of that name; null is the whole row. */
  column: string | null
  sql: string
  /** `files` by the numbers under which the rows know them. */
  message: (found: Found, files: string[]) => string
  expected?: (found: Found) => string
  /** Told, and imported nevertheless. */
  isWarning?: boolean
  /** Asked only where that sheet is said to hold everything. */
  whenComplete?: SheetName
  /** What `named` names: where that was left out with a problem of its own, the row is no problem. */
  namesA?: Named
  /** The other rows and sheets with that name are no further problem. */
  isToldOnce?: boolean
}

export const EXISTING_SCHOOL = 'uno de la hoja establecimientos, o creado con npm run admin -- school create'

/** Rows that name a school which neither the files nor the database hold. */
export const unknownSchool = (sheet: SheetName): Check => ({
  column: 'rbd',
  sql: `select distinct on (rbd) file, line, rbd, split_part(rbd, '-', 1) as named from ${sheet}
    where rbd is not null and rbd not in (select rbd from known_schools) order by rbd, file, line`,
  message: ({ rbd }) => `no existe el establecimiento ${rbd}`,
  expected: () => EXISTING_SCHOOL,
  namesA: 'establecimientos',
  isToldOnce: true,
})

/** The row's number, with its file where that is another: '4', '4 de alumnos 2.csv'. */
export const otherRow = ({ file, other_file, other_line }: Found, files: string[]): string =>
  other_file === file ? String(other_line) : `${other_line} de ${files[Number(other_file)]}`

/** All but the first row of each key. */
export const repeated = (from: string, key: string, column: string, what: string): Check => ({
  column,
  sql: `select file, line, other_file, other_line from (
      select file, line, row_number() over same as nth,
        first_value(file) over same as other_file, first_value(line) over same as other_line
      from ${from} window same as (partition by ${key} order by file, line)
    ) counted where nth > 1`,
  message: (found, files) => `${what} (ya está en la fila ${otherRow(found, files)})`,
})

/** Rows that need a column which their sheet lacks, where the database holds no value either. */
export const needsColumn = (column: string, sql: string, message: string, expected: string): Check => ({
  column,
  sql,
  message: () => message,
  expected: () => expected,
})

/**
 * By the looked-up columns of the resolved sheets: what they look up, and, where a name may fit several, which column
 * lists those and what is said then.
 */
const lookups: Record<string, { namesA: SheetName; choices?: string; begin?: string }> = {
  course_k: { namesA: 'cursos', choices: 'course_choices', begin: 'hay más de un curso «' },
  subject_k: { namesA: 'asignaturas', choices: 'subject_choices', begin: 'hay más de una asignatura «' },
  period_k: { namesA: 'periodos', choices: 'period_choices', begin: 'hay más de un período «' },
  employee_k: { namesA: 'funcionarios' },
  present_k: { namesA: 'alumnos' },
  enrollment_k: { namesA: 'alumnos' },
  assessment_k: { namesA: 'evaluaciones' },
}
const CHOICES_MAX = 200

/** What is said of a name that `…_k` does not find: `otherwise`, unless it could be one of several. */
export const missing = (k: string, { named, choices }: Found, otherwise: string): string =>
  typeof choices !== 'string' ? otherwise : `${lookups[k]?.begin}${named}»: ${choices.slice(0, CHOICES_MAX)}`

/**
 * Rows that name something that is not there, or that could be one of several things; where even the school or the year
 * is unknown, that is told.
 */
export const dangling = (
  sheet: SheetName,
  column: string,
  named: string,
  k: string,
  expected: string,
  where = 'true',
): Check => {
  const { namesA, choices = 'null' } = lookups[k] ?? {}
  return {
    column,
    sql: `select file, line, ${named} as named, ${choices} as choices from resolved_${sheet}
      where ${named} is not null and ${k} is null and ${where}
        and rbd in (select rbd from known_schools) and year is not null`,
    message: (found) => missing(k, found, `no existe «${found.named}»`),
    expected: () => expected,
    ...(namesA && { namesA }),
  }
}
