import type pg from 'pg'
import type { SheetName } from '../sheetRecords.ts'
import type { Changes } from './mergeChanges.ts'

/** Of one kind of rows: how many came, differed, went, and were the same already. */
export type Counts = { added: number; changed: number; ended: number; left: number }

/** The part of the files and of the database that a statement is about: one school, or all of them. */
export type Reach = {
  /** SQL condition that limits a staged `column`, which holds an RBD, to the school. */
  of: (column: string) => string
  /** Condition on the school of the live table `l`. */
  live: string
}

/**
 * How one kind of rows comes from the staged sheets into its table. The wanted rows (`w`) meet those in the database
 * (`l`, for live) by the key; what differs is written.
 */
export type Merge = {
  /** As the operator reads it. */
  name: string
  /** Where its rows come from: nothing is looked at when it was not given. */
  sheet: SheetName
  table: string
  /** Selects the wanted rows with their `origin`, the columns of `key` and whatever the values use. */
  wanted: (reach: Reach) => string
  /** Columns by which a wanted row finds its live one; an id that is null belongs to a row that is new. */
  key: string[]
  /** Of the key, those where null meets null. */
  nullable?: string[]
  /** A further condition on `w` and `l` under which a wanted row finds its live one. */
  meets?: string
  /** Columns that name a live row; the key where not given. */
  identity?: string[]
  /** Each column that is written, with its expression of `w` and `l`. `l` is null for a new row, `l.is_live` true else. */
  values: Record<string, string>
  /**
   * Of the values, those that the row as it stands at the write itself decides, by `change` and `l`: a sign-in or a
   * blocked access may land after the comparison, which preparing may part from the write by minutes.
   */
  latest?: Record<string, string>
  /**
   * A unique column whose values may pass from row to row, beside an `id`: whoever gives one away does so first, and has
   * the value of `meanwhile` until it has the new one.
   */
  traded?: { column: string; meanwhile: string }
  /** Live rows that are in the wanted ones no more: `condition` on `l`; deleted unless `end` says else. */
  ended?: (reach: Reach) => string
  /** More of them where the file is said to hold everything of the students, days and courses it speaks of. */
  absent?: (reach: Reach) => string
  /** Deletes what hangs on rows that are over, by the condition on them. */
  release?: (condition: string) => string
  /** Assignments that end a row instead of its deletion. */
  end?: string
  /** Brings the ids of new rows into the `known_` tables. */
  learn?: (reach: Reach) => string
  /** Fills what the database cannot make by itself into the rows of `change` before they are written. */
  prepare?: (client: pg.ClientBase) => Promise<void>
}

const list = (names: string[], prefix = '') => names.map((name) => `${prefix}${name}`).join(', ')

/** Every wanted row with its values, whether it is live and whether it differs. */
function difference(merge: Merge, reach: Reach) {
  const { table, wanted, key, nullable = [], identity = key, values } = merge
  const names = Object.keys(values)
  const meets = key.map((name) =>
    nullable.includes(name) ? `l.${name} is not distinct from w.${name}` : `l.${name} = w.${name}`,
  )
  if (merge.meets) meets.push(merge.meets)
  const expressions = names.map((name) => `l.${name} as old_${name}, ${values[name]} as new_${name}`)
  if (key.includes('establishment_id')) meets.push(reach.live)
  const ids = identity.map((name) => `l.${name} as live_${name}`)
  return `select *, not is_live as is_new,
      is_live and row(${list(names, 'old_')}) is distinct from row(${list(names, 'new_')}) as is_changed
    from (select w.file, w.line, ${ids.join(', ')}, ${expressions.join(', ')}, l.is_live is true as is_live
      from (${wanted(reach)}) w
      left join (select *, true as is_live from ${table}) l on ${meets.join(' and ')}) met`
}

/** Of live rows: those that are over. Undefined where none ever is. */
function over({ ended, absent }: Merge, reach: Reach, isComplete: boolean): string | undefined {
  const conditions = [ended?.(reach), isComplete ? absent?.(reach) : undefined].filter(Boolean)
  return conditions.length > 0 ? conditions.map((condition) => `(${condition})`).join(' or ') : undefined
}

/** What would be written, without writing. `isComplete`: the file holds everything of what it speaks of. */
export async function compare(
  client: pg.ClientBase,
  merge: Merge,
  reach: Reach,
  isComplete: boolean,
  changes?: Changes,
): Promise<Counts> {
  const { rows } = await client.query<{ added: string; changed: string; left: string }>(
    `select count(*) filter (where is_new) as added, count(*) filter (where is_changed) as changed,
      count(*) filter (where not is_new and not is_changed) as left from (${difference(merge, reach)}) compared`,
  )
  if (changes && Number(rows[0]?.changed) > 0) {
    await client.query(`create temp table change as
      select * from (${difference(merge, reach)}) compared where is_changed`)
    await changes.note(client, merge)
    await client.query('drop table change')
  }
  const condition = over(merge, reach, isComplete)
  const ended = condition
    ? await client.query<{ count: string }>(`select count(*) from ${merge.table} l where ${condition}`)
    : undefined
  return {
    added: Number(rows[0]?.added),
    changed: Number(rows[0]?.changed),
    left: Number(rows[0]?.left),
    ended: Number(ended?.rows[0]?.count ?? 0),
  }
}

/** Ends what is wanted no more, then writes what differs, in the caller's transaction. */
export async function write(
  client: pg.ClientBase,
  merge: Merge,
  reach: Reach,
  isComplete: boolean,
  changes?: Changes,
): Promise<Counts> {
  const { table, key, identity = key, values, latest = {}, traded } = merge
  const names = Object.keys(values)
  const condition = over(merge, reach, isComplete)
  const ended = condition ? await endRows(client, merge, condition) : 0
  const wanted = await client.query<{ count: string }>(`select count(*) from (${merge.wanted(reach)}) w`)
  const change = await client.query(`create temp table change on commit drop as
    select row_number() over () as n, * from (${difference(merge, reach)}) compared where is_new or is_changed`)
  await changes?.note(client, merge)
  await merge.prepare?.(client)
  const finds = identity.map((name) => `l.${name} = change.live_${name}`).join(' and ')
  const isChanged = `change.is_changed and ${finds}`
  const newOf = (name: string) => latest[name] ?? `change.new_${name}`
  if (traded) {
    // PostgreSQL looks at each row by itself: two that change places would be in each other's way.
    const { column, meanwhile } = traded
    await client.query(`update ${table} l set ${column} = ${meanwhile} from change
      where ${isChanged} and l.${column} is distinct from ${newOf(column)}`)
  }
  const written = names.map((name) => `${name} = ${newOf(name)}`).join(', ')
  const updated = await client.query(`update ${table} l set ${written} from change where ${isChanged}`)
  const inserted = await client.query(
    `insert into ${table} (${list(names)}) select ${list(names, 'new_')} from change where is_new order by n`,
  )
  if (merge.learn) await client.query(merge.learn(reach))
  await client.query('drop table change')
  return {
    added: inserted.rowCount ?? 0,
    changed: updated.rowCount ?? 0,
    ended,
    left: Number(wanted.rows[0]?.count) - (change.rowCount ?? 0),
  }
}

async function endRows(
  client: pg.ClientBase,
  { table, end, release }: Merge,
  condition: string,
): Promise<number> {
  if (release) await client.query(release(condition))
  const sql = end
    ? `update ${table} l set ${end} where ${condition}`
    : `delete from ${table} l where ${condition}`
  const { rowCount } = await client.query(sql)
  return rowCount ?? 0
}

/** Passes from row to row as a text that nobody gives. */
export const tradedText = (column: string) => ({ column, meanwhile: `'~' || l.id` })

/** The columns of a staged row that its wanted row carries. */
export const origin = 'sheet.file, sheet.line, sheet.omitted'
/** The same for wanted rows that come from no single staged row. */
export const noOrigin = 'null::smallint as file, null::integer as line, null::text[] as omitted'

/** Values for the school's column, for those written as they came, and for those kept where nothing came. */
export const inSchool = { establishment_id: 'w.establishment_id' }
export const asGiven = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `w.${name}`]))
export const kept = (name: string, fallback = 'null') => ({
  [name]: `coalesce(w.${name}, l.${name}, ${fallback})`,
})
/** The live value where the row's file has no column for the field; else, and of a new row, the value that came. */
export const unlessOmitted = (name: string, value = `w.${name}`, field = name) => ({
  [name]: `case when l.is_live and '${field}' = any(w.omitted) then l.${name} else ${value} end`,
})
/** Given names. Without a column for the second one, stored names stay while they begin with the given one. */
export const givenNames = {
  name: `case when l.is_live and 'name' = any(w.omitted) and starts_with(l.name, w.name || ' ') then l.name
    else w.name end`,
}
/** The stored file of a hash: the live one while its content is the same, else null until it is stored. */
export const keptFile = (id: string, hash: string) => ({
  [id]: `case when w.${hash} is null or w.${hash} = l.${hash} then l.${id} end`,
})
