import type pg from 'pg'
import { type SheetName, sheetNames } from '../sheetRecords.ts'
import { hasSchool, hasYear } from './columns.ts'
import type { Defaults, Staged } from './staged.ts'

const withSchool = sheetNames.filter(hasSchool)
const withYear = sheetNames.filter(hasYear)

const namedIn = (sheets: string[], column: keyof Defaults) =>
  sheets.map((sheet) => `select ${column} from raw_${sheet}`).join(' union ')

async function valuesOf<T>(client: pg.ClientBase, sql: string, parameters: unknown[] = []): Promise<T[]> {
  const { rows } = await client.query<{ value: T }>(
    `select distinct value from (${sql}) as found (value) where value is not null order by 1`,
    parameters,
  )
  return rows.map(({ value }) => value)
}

/** What is asked for, else the only one there is; null for none and for many. */
const onlyOf = <T>(asked: T | null, found: T[]) => asked ?? (found.length === 1 ? (found[0] as T) : null)

/** What a row without school or year means: what was asked for, the set's only one, the database's only one. */
export async function readDefaults(client: pg.ClientBase, asked: Defaults): Promise<Defaults> {
  const given = await valuesOf<string>(client, namedIn(['establecimientos'], 'rbd'))
  const named = given.length > 0 ? given : await valuesOf<string>(client, namedIn(withSchool, 'rbd'))
  const live = await valuesOf<string>(client, 'select rbd from establishments')
  const rbd = onlyOf(asked.rbd, named.length > 0 ? named : live)
  const ofCourses = await valuesOf<number>(client, namedIn(['cursos'], 'year'))
  const years = ofCourses.length > 0 ? ofCourses : await valuesOf<number>(client, namedIn(withYear, 'year'))
  const latest = `select max(year) from courses join establishments on establishments.id = establishment_id
    where rbd = any ($1)`
  const found = years.length > 0 ? years : await valuesOf<number>(client, latest, [[...named, rbd]])
  return { rbd, year: onlyOf(asked.year, found) }
}

const WHY = {
  rbd: 'no se sabe de qué establecimiento son sus filas',
  year: 'no se sabe de qué año son sus filas',
}
/** Whose rows say it first; where one of them was left out, that is the cause. */
const SAID_BY = { rbd: 'establecimientos', year: 'cursos' } as const
export const ADVICE = {
  rbd: 'una columna «rbd», o la opción --rbd',
  year: 'una columna «anio», o la opción --year',
}

const othersToo = (count: number) => (count === 1 ? ', ni las de otro archivo' : `, ni las de otros ${count}`)

const withNo = (column: keyof Defaults) => (sheet: SheetName) =>
  `select file from raw_${sheet} where ${column} is null`

/** Queries of files whose rows could be of several schools. */
async function openOfSchool(client: pg.ClientBase): Promise<string[]> {
  const named = await valuesOf<string>(client, namedIn(withSchool, 'rbd'))
  const live = await valuesOf<string>(client, 'select rbd from establishments')
  // Guardians and links are of those that the other sheets name: a link of every one of them where the student is.
  if (named.length > 0 || live.length === 0)
    return withSchool.filter((sheet) => sheet !== 'vinculos').map(withNo('rbd'))
  return [...withSchool.map(withNo('rbd')), 'select file from raw_apoderados']
}

/** Rows that name no school or year where that could be several, or none: one problem, at the first of their files. */
export async function reportMissing(
  client: pg.ClientBase,
  staged: Staged,
  defaults: Defaults,
): Promise<void> {
  const open = { rbd: await openOfSchool(client), year: withYear.map(withNo('year')) }
  for (const column of ['rbd', 'year'] as const) {
    if (defaults[column] !== null) continue
    const isToldAlready = `exists (select from left_out where what = '${SAID_BY[column]}')`
    const [first, ...others] = await valuesOf<number>(
      client,
      `select file from (${open[column].join(' union ')}) open where not ${isToldAlready}`,
    )
    if (first === undefined) continue
    const message = WHY[column] + (others.length > 0 ? othersToo(others.length) : '')
    staged.report.problem({ file: staged.files[first] as string, message, expected: ADVICE[column] })
  }
}
