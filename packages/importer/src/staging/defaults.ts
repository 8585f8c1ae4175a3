import type pg from 'pg'
import { hasSchool, hasYear, type Scope, type SheetName, sheetNames } from '../sheetRecords.ts'
import type { Staged } from './staged.ts'

const withSchool = sheetNames.filter(hasSchool)
const withYear = sheetNames.filter(hasYear)

const namedIn = (sheets: string[], column: keyof Scope) =>
  sheets.map((sheet) => `select ${column} from raw_${sheet}`).join(' union ')

async function queryValues<T>(client: pg.ClientBase, sql: string, parameters: unknown[] = []): Promise<T[]> {
  const { rows } = await client.query<{ value: T }>(
    `select distinct value from (${sql}) as found (value) where value is not null order by 1`,
    parameters,
  )
  return rows.map(({ value }) => value)
}

/** Returns the option if it was given, otherwise the only value found; null if there is none, or several. */
const onlyOf = <T>(options: T | null, found: T[]) => options ?? (found.length === 1 ? (found[0] as T) : null)

/**
 * Finds the school and year of rows that do not state them: the option, the set's only one, or the database's only one.
 */
export async function readDefaults(client: pg.ClientBase, options: Scope): Promise<Scope> {
  const statedSchools = await queryValues<string>(client, namedIn(['establecimientos'], 'rbd'))
  const named =
    statedSchools.length > 0 ? statedSchools : await queryValues<string>(client, namedIn(withSchool, 'rbd'))
  const live = await queryValues<string>(client, 'select rbd from establishments')
  const rbd = onlyOf(options.rbd, named.length > 0 ? named : live)
  const courseYears = await queryValues<number>(client, namedIn(['cursos'], 'year'))
  const years =
    courseYears.length > 0 ? courseYears : await queryValues<number>(client, namedIn(withYear, 'year'))
  const latest = `select max(year) from courses join establishments on establishments.id = establishment_id
    where rbd = any ($1)`
  const found = years.length > 0 ? years : await queryValues<number>(client, latest, [[...named, rbd]])
  return { rbd, year: onlyOf(options.year, found) }
}

const UNKNOWN_MESSAGE = {
  rbd: 'no se sabe de qué establecimiento son sus filas',
  year: 'no se sabe de qué año son sus filas',
}
/**
 * The sheet from which the default school, or the default year, is taken first. If a row of that sheet was skipped with
 * a problem of its own, a missing default is only a consequence and is not reported.
 */
const STATED_BY = { rbd: 'establecimientos', year: 'cursos' } as const
export const ADVICE = {
  rbd: 'una columna «rbd», o la opción --rbd',
  year: 'una columna «anio», o la opción --year',
}

const othersToo = (count: number) => (count === 1 ? ', ni las de otro archivo' : `, ni las de otros ${count}`)

const rowsWithout = (column: keyof Scope) => (sheet: SheetName) =>
  `select file from raw_${sheet} where ${column} is null`

/** Returns SQL queries for the files with rows whose school is unknown without a default. */
async function filesWithoutSchool(client: pg.ClientBase): Promise<string[]> {
  const named = await queryValues<string>(client, namedIn(withSchool, 'rbd'))
  const live = await queryValues<string>(client, 'select rbd from establishments')
  // If other sheets name schools, links and guardians need none of their own: a link belongs to the school of its
  // student, and a guardian to the schools of the links. Without any school, a check reports the guardians instead.
  if (named.length > 0 || live.length === 0)
    return withSchool.filter((sheet) => sheet !== 'vinculos').map(rowsWithout('rbd'))
  return [...withSchool.map(rowsWithout('rbd')), 'select file from raw_apoderados']
}

/** Reports rows without school or year for which there is no default: one problem, for the first of their files. */
export async function reportMissing(client: pg.ClientBase, staged: Staged, defaults: Scope): Promise<void> {
  const open = { rbd: await filesWithoutSchool(client), year: withYear.map(rowsWithout('year')) }
  for (const column of ['rbd', 'year'] as const) {
    if (defaults[column] !== null) continue
    const isReported = `exists (select from left_out where what = '${STATED_BY[column]}')`
    const [first, ...others] = await queryValues<number>(
      client,
      `select file from (${open[column].join(' union ')}) open where not ${isReported}`,
    )
    if (first === undefined) continue
    const message = UNKNOWN_MESSAGE[column] + (others.length > 0 ? othersToo(others.length) : '')
    staged.report.problem({ file: staged.files[first] as string, message, expected: ADVICE[column] })
  }
}
