import type pg from 'pg'
import { formatOfSheet } from '../formats/set/set.ts'
import { maskEmail } from '../maskEmail.ts'
import type { Merge } from './defineMerge.ts'

/**
 * A changed value, with its file's number and its line, which are null if its row is merged from several rows, and the
 * person whose row it is, if any.
 */
export type ChangeExample = {
  file: number | null
  line: number | null
  person: string | null
  before: string | null
  after: string | null
}

/** The changes in one column of a sheet. `emptied` is the number of changed rows that have no value afterwards. */
export type ColumnChange = {
  merge: string
  column: string
  changed: number
  emptied: number
  examples: ChangeExample[]
}

/** What ends with an import: `what` is 'matrícula', 'vínculo con Rosa Soto' or 'electivo Física'. */
export type EndedRow = {
  what: string
  course: string | null
  name: string
  rut: string | null
  rut_dv: string | null
}

/** What ends of one kind, by the person or the title of the rows, without those of `EndedRow`. */
export type EndedKind = { merge: string; rows: { name: string; count: number }[] }

/** The number of examples of each column in the command's report. */
const EXAMPLES_MAX = 5

/** Maps database columns to the record's fields that fill them, if the names differ. */
const fieldOfColumn: Record<string, string> = {
  employee_id: 'employee_rut',
  course_subject_id: 'subject',
  sub_period_id: 'period',
  foreign_document: 'document',
  document_hash: 'document',
}
/** Names for the columns of the database that no column of the merge's own sheet fills. */
const namesWithoutColumn: Record<string, string> = {
  permission: 'calidad',
  photo_hash: 'foto',
  insign_hash: 'insignia',
  position: 'orden de las filas',
}

/** Returns a function that returns SQL for an id's text. A negative id belongs to a row that a dry run would add. */
const nameByIdSql =
  (table: string, name: string) =>
  (id: string): string =>
    `case when ${id} < 0 then 'nuevo' else (select ${name} from ${table} named where named.id = ${id}) end`
const pictureText = (value: string) => (value.startsWith('old') ? "'la anterior'" : "'la nueva'")
/** For columns with ids and hashes, functions that return SQL for the text that is shown instead of the value. */
const shownTextSql: Record<string, (value: string) => string> = {
  employee_id: nameByIdSql('employees', `name || ' ' || last_name`),
  course_subject_id: nameByIdSql('course_subjects', 'name'),
  sub_period_id: nameByIdSql('sub_periods', 'name'),
  document_hash: (value) => value.replace('document_hash', 'document_name'),
  photo_hash: pictureText,
  insign_hash: pictureText,
}

/**
 * Returns SQL for the person whom a live row is about; `columnOf` returns the row's column. Null for the rows of nobody.
 */
function personSql({ values }: Merge, columnOf: (name: string) => string): string {
  const selectStudent = (joins: string, student_id: string) =>
    `(select concat_ws(' ', person.name, person.last_name) from students person ${joins}
      where person.establishment_id = ${columnOf('establishment_id')} and person.id = ${student_id})`
  if ('enrollment_id' in values)
    return selectStudent(
      `join enrollments place on place.establishment_id = person.establishment_id
        and place.id = ${columnOf('enrollment_id')}`,
      'place.student_id',
    )
  if ('student_id' in values) return selectStudent('', columnOf('student_id'))
  return 'last_name' in values ? `concat_ws(' ', ${columnOf('name')}, ${columnOf('last_name')})` : 'null'
}

/** A column of the database, with the name under which it is shown and the format of its values. */
type FormattedColumn = { name: string; column: string; format: (value: unknown) => string }

/** Returns the values of a merge that have a name to show: a column of the sheet, or one of `namesWithoutColumn`. */
function findFormattedColumns({ sheet, values }: Merge): FormattedColumn[] {
  const { fields, columns } = formatOfSheet[sheet]
  return Object.keys(values).flatMap((name) => {
    const field = fieldOfColumn[name] ?? name
    const filling = Object.keys(fields).filter((column) => fields[column] === field)
    const column = filling.join(' y ') || namesWithoutColumn[name]
    if (column === undefined) return []
    if (name === 'email') return [{ name, column, format: (value) => maskEmail(String(value)) }]
    const format = name in shownTextSql ? undefined : columns[filling[0] ?? '']?.kind.format
    return [{ name, column, format: format ?? String }]
  })
}

/** Returns functions that collect the changes of all merges by column, with up to `examplesMax` examples of each. */
export function createChanges(examplesMax = EXAMPLES_MAX) {
  const found = new Map<string, ColumnChange>()
  const ended: EndedRow[] = []
  const endedKinds: EndedKind[] = []

  async function findExamples(
    client: pg.ClientBase,
    merge: Merge,
    { name, format }: FormattedColumn,
  ): Promise<ChangeExample[]> {
    const [before, after] = ['old', 'new'].map((side) => {
      const value = `${side}_${name}`
      return `case when ${value} is not null then to_jsonb(${shownTextSql[name]?.(value) ?? value}) end`
    })
    const { rows } = await client.query<Record<'before' | 'after', unknown> & ChangeExample>(
      `select file, line, ${personSql(merge, (column) => `change.old_${column}`)} as person,
        ${before} as before, ${after} as after from change
      where is_changed and old_${name} is distinct from new_${name}
      order by new_${name} is not null, file, line limit ${examplesMax}`,
    )
    const formatted = (value: unknown) => (value === null ? null : format(value))
    return rows.map((row) => ({ ...row, before: formatted(row.before), after: formatted(row.after) }))
  }

  return {
    all: (): ColumnChange[] => [...found.values()],
    ended: (): readonly EndedRow[] => ended,
    endedKinds: (): readonly EndedKind[] => endedKinds,
    /** Adds the rows of the merge that the import ends. Call it before they end. */
    async recordEnded(client: pg.ClientBase, merge: Merge, condition: string): Promise<void> {
      const { endedRows, name: kind, values, table } = merge
      if (endedRows) {
        ended.push(...(await client.query<EndedRow>(endedRows(condition))).rows)
        return
      }
      const person = personSql(merge, (column) => `live.${column}`)
      const name = person === 'null' && 'name' in values ? 'live.name' : person
      if (name === 'null') return
      const { rows } = await client.query<EndedKind['rows'][number]>(
        `select ${name} as name, count(*)::int from ${table} live where ${condition}
        group by 1 order by 1 limit ${examplesMax}`,
      )
      if (rows.length > 0) endedKinds.push({ merge: kind, rows })
    },
    /** Adds the changed values in the temporary table `change`, which contains the changed rows of the merge. */
    async record(client: pg.ClientBase, merge: Merge): Promise<void> {
      const columns = findFormattedColumns(merge)
      if (columns.length === 0) return
      const counts = columns.map(
        ({
          name,
        }) => `count(*) filter (where old_${name} is distinct from new_${name})::int as changed_${name},
          count(*) filter (where old_${name} is not null and new_${name} is null)::int as emptied_${name}`,
      )
      const { rows } = await client.query<Record<string, number>>(
        `select ${counts.join(', ')} from change where is_changed`,
      )
      for (const formattedColumn of columns) {
        const { name, column } = formattedColumn
        const changed = rows[0]?.[`changed_${name}`] ?? 0
        if (changed === 0) continue
        const key = `${merge.name} ${column}`
        const known = found.get(key) ?? { merge: merge.name, column, changed: 0, emptied: 0, examples: [] }
        known.changed += changed
        known.emptied += rows[0]?.[`emptied_${name}`] ?? 0
        if (known.examples.length < examplesMax) {
          const examples = [...known.examples, ...(await findExamples(client, merge, formattedColumn))]
          known.examples = examples.slice(0, examplesMax)
        }
        found.set(key, known)
      }
    },
  }
}
export type Changes = ReturnType<typeof createChanges>
