import type pg from 'pg'
import { hasSchool, hasYear, type Scope, type SheetName, sheetNames } from '../sheetRecords.ts'
import type { StagedSheets } from './staged.ts'

const sheetsWithSchool = sheetNames.filter(hasSchool)
const sheetsWithYear = sheetNames.filter(hasYear)

async function queryValues<T>(client: pg.ClientBase, sql: string, parameters: unknown[] = []): Promise<T[]> {
  const { rows } = await client.query<{ value: T }>(
    `select distinct value from (${sql}) as found (value) where value is not null order by 1`,
    parameters,
  )
  return rows.map(({ value }) => value)
}

/** Returns the values that the rows of `sheets` have in a column. */
const statedValues = <T>(client: pg.ClientBase, sheets: SheetName[], column: keyof Scope) =>
  queryValues<T>(client, sheets.map((sheet) => `select ${column} from raw_${sheet}`).join(' union '))
const liveSchools = (client: pg.ClientBase) => queryValues<string>(client, 'select rbd from establishments')

/** Returns the option if it was passed, otherwise the only value in `found`; null if there is none, or several. */
const optionOrOnlyValue = <T>(option: T | null, found: T[]) =>
  option ?? (found.length === 1 ? (found[0] as T) : null)

/**
 * Finds the school and the year of rows that do not state them: the options, or else the only ones that the files
 * state. If the files state none, these are the only school of the database, and the latest year of its courses.
 */
export async function readDefaults(client: pg.ClientBase, options: Scope): Promise<Scope> {
  const schools = await statedValues<string>(client, ['establecimientos'], 'rbd')
  const named = schools.length > 0 ? schools : await statedValues<string>(client, sheetsWithSchool, 'rbd')
  const live = await liveSchools(client)
  const rbd = optionOrOnlyValue(options.rbd, named.length > 0 ? named : live)
  const courseYears = await statedValues<number>(client, ['cursos'], 'year')
  const years =
    courseYears.length > 0 ? courseYears : await statedValues<number>(client, sheetsWithYear, 'year')
  const latest = `select max(year) from courses join establishments on establishments.id = establishment_id
    where rbd = any ($1)`
  const found = years.length > 0 ? years : await queryValues<number>(client, latest, [[...named, rbd]])
  return { rbd, year: optionOrOnlyValue(options.year, found) }
}

const UNKNOWN_SCOPE_MESSAGES = {
  rbd: 'no se sabe de qué establecimiento son sus filas',
  year: 'no se sabe de qué año son sus filas',
}
/**
 * The sheet from which the default school, or the default year, is taken first. If a row of that sheet was left out
 * with a problem of its own, a missing default is a consequence of it, and is not reported.
 */
const SOURCE_OF_DEFAULT = { rbd: 'establecimientos', year: 'cursos' } as const
export const SCOPE_ADVICE = {
  rbd: 'una columna «rbd», o la opción --rbd',
  year: 'una columna «anio», o la opción --year',
}

const otherFilesText = (count: number) =>
  count === 1 ? ', ni las de otro archivo' : `, ni las de otros ${count}`

const selectFilesWithout = (column: keyof Scope) => (sheet: SheetName) =>
  `select file from raw_${sheet} where ${column} is null`

/** Returns SQL queries for the numbers of the files with rows whose school is unknown without a default. */
async function filesWithoutSchool(client: pg.ClientBase): Promise<string[]> {
  const named = await statedValues<string>(client, sheetsWithSchool, 'rbd')
  const live = await liveSchools(client)
  // If other sheets name schools, links and guardians need none of their own: a link belongs to the school of its
  // student, and a guardian to the schools of the links. Without any school, a check reports the guardians instead.
  if (named.length > 0 || live.length === 0)
    return sheetsWithSchool.filter((sheet) => sheet !== 'vinculos').map(selectFilesWithout('rbd'))
  return [...sheetsWithSchool.map(selectFilesWithout('rbd')), 'select file from raw_apoderados']
}

/** Reports rows without school or year and without default: one problem for each of the two, in the first file. */
export async function reportMissingDefaults(
  client: pg.ClientBase,
  staged: StagedSheets,
  defaults: Scope,
): Promise<void> {
  const open = { rbd: await filesWithoutSchool(client), year: sheetsWithYear.map(selectFilesWithout('year')) }
  for (const column of ['rbd', 'year'] as const) {
    if (defaults[column] !== null) continue
    const isReported = `exists (select from rejected_rows where what = '${SOURCE_OF_DEFAULT[column]}')`
    const [first, ...others] = await queryValues<number>(
      client,
      `select file from (${open[column].join(' union ')}) open where not ${isReported}`,
    )
    if (first === undefined) continue
    const message = UNKNOWN_SCOPE_MESSAGES[column] + (others.length > 0 ? otherFilesText(others.length) : '')
    staged.report.problem({ file: staged.files[first] as string, message, expected: SCOPE_ADVICE[column] })
  }
}
