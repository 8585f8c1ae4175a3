import { and, count, desc, eq, inArray, isNotNull, min, ne, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../db/client/open.ts'
import {
  loadCorrections,
  loadFiles,
  loadProblems,
  loadRows,
  type loadStates,
  loads,
} from '../db/tables/loads.ts'
import { establishments } from '../db/tables/schools.ts'
import { isLoad, type LoadId } from './loadId.ts'
import { toldFamiliesSql } from './toldFamilies.ts'
import { undoRefusal } from './undoRefusal.ts'

type LoadState = (typeof loadStates)[number]

type TableOfLoad = typeof loadFiles | typeof loadCorrections | typeof loadProblems | typeof loadRows
const isOfLoad = (table: TableOfLoad, { establishment_id, load_id }: LoadId) =>
  and(eq(table.establishment_id, establishment_id), eq(table.load_id, load_id))

export async function insertLoad(
  db: Queryable,
  load: { establishment_id: number; staff_id: number; staff_name: string },
): Promise<number> {
  const [row] = await db.insert(loads).values(load).returning({ id: loads.id })
  return row?.id as number
}

const isShown = ne(loads.state, 'discarded')

const summary = {
  id: loads.id,
  state: loads.state,
  staff: loads.staff_name,
  staff_id: loads.staff_id,
  created_at: loads.created_at,
  applied_at: loads.applied_at,
  undone_at: loads.undone_at,
  undone_by: loads.undone_by,
  counts: loads.counts,
  undo_refusal: undoRefusal,
  files: sql<
    string[]
  >`array(select path from load_files file where file.establishment_id = ${loads.establishment_id}
    and file.load_id = ${loads.id} order by path limit 50)`,
}

/** Returns unfinished loads and the history of a school, newest first; with `isSaved` those that were saved. */
export const readSchoolLoads = (
  db: Queryable,
  school_id: number,
  { limit, offset = 0, isSaved = false }: { limit: number; offset?: number; isSaved?: boolean },
) =>
  db
    .select(summary)
    .from(loads)
    .innerJoin(establishments, eq(establishments.id, loads.establishment_id))
    .where(and(eq(loads.establishment_id, school_id), isSaved ? isNotNull(loads.applied_at) : isShown))
    .orderBy(desc(loads.id))
    .limit(limit)
    .offset(offset)

/** Returns the number of rows that a load added, changed or ended, from its `counts`. */
export const countWrittenRows = (counts: unknown) =>
  Object.values((counts ?? {}) as Record<string, { added: number; changed: number; ended: number }>).reduce(
    (sum, { added, changed, ended }) => sum + added + changed + ended,
    0,
  )

export const countSchoolLoads = (db: Database, school_id: number) =>
  db.$count(loads, and(eq(loads.establishment_id, school_id), isShown))

export async function readLoad(db: Queryable, load: LoadId) {
  const [row] = await db
    .select({
      ...summary,
      step: loads.step,
      done: loads.done,
      total: loads.total,
      failure: loads.failure,
      is_outdated: loads.is_outdated,
      complete: loads.complete,
      review: loads.review,
      answers: loads.answers,
    })
    .from(loads)
    .innerJoin(establishments, eq(establishments.id, loads.establishment_id))
    .where(isLoad(load))
  return row
}

/** Returns the number of errors and warnings of the last check. */
export async function countProblems(db: Queryable, load: LoadId) {
  const rows = await db
    .select({ is_warning: loadProblems.is_warning, count: count() })
    .from(loadProblems)
    .where(isOfLoad(loadProblems, load))
    .groupBy(loadProblems.is_warning)
  const of = (isWarning: boolean) => rows.find(({ is_warning }) => is_warning === isWarning)?.count ?? 0
  return { errors: of(false), warnings: of(true) }
}

/** Returns the load of the school that is being saved, if it is another one. */
export async function findBusyLoad(db: Queryable, { establishment_id, load_id }: LoadId) {
  const [row] = await db
    .select({ staff: loads.staff_name, since: loads.changed_at })
    .from(loads)
    .where(
      and(
        eq(loads.establishment_id, establishment_id),
        ne(loads.id, load_id),
        inArray(loads.state, ['applying', 'undoing']),
      ),
    )
  return row
}

/** Moves a load into a new state if it is in one of `from`; else returns false. The caller has checked whose it is. */
export async function moveLoad(
  db: Queryable,
  load: LoadId,
  { from, ...values }: { from: readonly LoadState[]; state: LoadState } & Partial<typeof loads.$inferInsert>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(loads)
    .set({
      claimed_at: null,
      step: null,
      done: 0,
      total: 0,
      failure: null,
      changed_at: sql`now()`,
      ...values,
    })
    .where(and(isLoad(load), inArray(loads.state, from)))
  return rowCount === 1
}

export const readLoadFiles = (db: Queryable, load: LoadId) =>
  db.select().from(loadFiles).where(isOfLoad(loadFiles, load)).orderBy(loadFiles.path)

/** Adds a file, or replaces one of the same path. */
export const putLoadFile = (db: Queryable, load: LoadId, file: { path: string; bytes: number }) =>
  db
    .insert(loadFiles)
    .values({ ...load, ...file })
    .onConflictDoUpdate({
      target: [loadFiles.establishment_id, loadFiles.load_id, loadFiles.path],
      set: { bytes: file.bytes, sheets: [], rows: null, uploaded_at: sql`now()` },
    })

export const removeLoadFile = (db: Queryable, load: LoadId, path: string) =>
  db.delete(loadFiles).where(and(isOfLoad(loadFiles, load), eq(loadFiles.path, path)))

/** Reads the corrected cells of a load. */
export const readLoadCorrections = (db: Queryable, load: LoadId) =>
  db.select().from(loadCorrections).where(isOfLoad(loadCorrections, load))

/** Keeps a corrected cell, or takes the correction back. */
export async function correctCell(
  db: Queryable,
  load: LoadId,
  { file, line, position, value }: { file: string; line: number; position: number; value: string | null },
): Promise<boolean> {
  const cell = and(
    isOfLoad(loadCorrections, load),
    eq(loadCorrections.file, file),
    eq(loadCorrections.line, line),
    eq(loadCorrections.position, position),
  )
  if (value === null) {
    await db.delete(loadCorrections).where(cell)
    return true
  }
  const { rowCount } = await db.execute(sql`
    insert into load_corrections (establishment_id, load_id, file, line, position, "column", before, value)
    select head.establishment_id, head.load_id, head.file, ${line}::int, ${position}::int,
      coalesce(head.cells[${position}::int + 1], ''), coalesce(row.cells[${position}::int + 1], ''), ${value}
    from load_rows head join load_rows row using (establishment_id, load_id, file)
    where head.establishment_id = ${load.establishment_id} and head.load_id = ${load.load_id} and head.file = ${file}
      and head.is_header and row.line = ${line}
    on conflict (establishment_id, load_id, file, line, position) do update set value = excluded.value`)
  return rowCount === 1
}

/** Returns the problems of the last check by cause; the lowest id of its problems names a cause. */
export const readCauses = (db: Queryable, load: LoadId) =>
  db
    .select({
      cause: sql<number>`${min(loadProblems.id)}::float8`,
      is_warning: loadProblems.is_warning,
      file: loadProblems.file,
      column: loadProblems.column,
      message: loadProblems.message,
      count: count(),
    })
    .from(loadProblems)
    .where(isOfLoad(loadProblems, load))
    .groupBy(loadProblems.is_warning, loadProblems.file, loadProblems.column, loadProblems.message)
    .orderBy(loadProblems.is_warning, sql`min(${loadProblems.id})`)
    .limit(500)

/** Returns a page of the problems of a cause, with the rows around each. */
export async function readCause(
  db: Queryable,
  load: LoadId,
  cause: number,
  page: { limit: number; offset: number },
) {
  const { rows } = await db.execute<{
    file: string
    line: number | null
    position: number | null
    expected: string | null
    corrected: string | null
    rows: { line: number; cells: string[] }[]
    total: number
  }>(sql`
    select problem.file, problem.line, problem.position, problem.expected, fix.value as corrected,
      count(*) over ()::int as total,
      coalesce((select json_agg(json_build_object('line', near.line, 'cells', near.cells) order by near.line)
        from load_rows near where near.establishment_id = problem.establishment_id and near.load_id = problem.load_id
          and near.file = problem.file and not near.is_header and near.line between problem.line - 2 and problem.line + 2),
        '[]') as rows
    from load_problems named join load_problems problem using (establishment_id, load_id, is_warning, file, message)
    left join load_corrections fix on fix.establishment_id = problem.establishment_id
      and fix.load_id = problem.load_id and fix.file = problem.file and fix.line = problem.line
      and fix.position = problem.position
    where named.establishment_id = ${load.establishment_id} and named.load_id = ${load.load_id} and named.id = ${cause}
      and problem."column" is not distinct from named."column"
    order by problem.line nulls first, problem.id limit ${page.limit} offset ${page.offset}`)
  const [first] = rows
  const [header] = first
    ? await db
        .select({ line: loadRows.line, cells: loadRows.cells })
        .from(loadRows)
        .where(and(isOfLoad(loadRows, load), eq(loadRows.file, first.file), eq(loadRows.is_header, true)))
    : []
  return { total: first?.total ?? 0, header: header ?? null, problems: rows }
}

/** Returns the first 20,000 problems, errors first, for a list. */
export const readAllProblems = (db: Queryable, load: LoadId) =>
  db
    .select()
    .from(loadProblems)
    .where(isOfLoad(loadProblems, load))
    .orderBy(loadProblems.is_warning, loadProblems.id)
    .limit(20_000)

/** Returns whom the news of an applied load reach, by kind and moment, and the number of families in all. */
export async function readNewsOfLoad(db: Queryable, { establishment_id, load_id }: LoadId) {
  const told = `select distinct establishment_id, kind, enrollment_id, course_id, parent_id, published_at from changes
    where establishment_id = ${Number(establishment_id)} and load_id = ${Number(load_id)} and published_at is not null`
  const { rows } = await db.execute<{
    kind: string
    published_at: Date
    is_total: boolean
    families: number
  }>(sql.raw(toldFamiliesSql(told, 'kind, published_at')))
  return {
    families: rows.find(({ is_total }) => is_total)?.families ?? 0,
    news: rows.filter(({ is_total }) => !is_total),
  }
}
