import type pg from 'pg'
import { formatOfSheet } from '../formats/set/set.ts'
import { maskEmail } from '../maskEmail.ts'
import type { Merge } from './merge.ts'

/** A changed value. `file` and `line` are null if the row is merged from several staged rows. */
export type Example = {
  file: number | null
  line: number | null
  before: string | null
  after: string | null
}

/** The changes in one column of a sheet. `emptied` is the number of changed rows that have no value afterwards. */
export type ColumnChange = {
  merge: string
  column: string
  changed: number
  emptied: number
  examples: Example[]
}

const EXAMPLES_MAX = 5

/** Maps database columns to the record's fields that fill them, if the names differ. */
const fieldOf: Record<string, string> = {
  employee_id: 'employee_rut',
  course_subject_id: 'subject',
  sub_period_id: 'period',
  foreign_document: 'document',
  document_hash: 'document',
}
/** Names shown for values that have no column in the merge's own sheet. */
const otherNames: Record<string, string> = {
  permission: 'calidad',
  photo_hash: 'foto',
  insign_hash: 'insignia',
  position: 'orden de las filas',
}

/**
 * Returns SQL for the text that is shown instead of an id or a hash. A negative id belongs to a row that a dry run
 * would add.
 */
const nameById =
  (table: string, name: string) =>
  (id: string): string =>
    `case when ${id} < 0 then 'nuevo' else (select ${name} from ${table} named where named.id = ${id}) end`
const picture = (value: string) => (value.startsWith('old') ? "'la anterior'" : "'la nueva'")
const textOf: Record<string, (value: string) => string> = {
  employee_id: nameById('employees', `name || ' ' || last_name`),
  course_subject_id: nameById('course_subjects', 'name'),
  sub_period_id: nameById('sub_periods', 'name'),
  document_hash: (value) => value.replace('document_hash', 'document_name'),
  photo_hash: picture,
  insign_hash: picture,
}

type FormattedColumn = { name: string; column: string; format: (value: unknown) => string }

/** Returns the values of a merge that have a name to show: a column of the sheet, or one of `otherNames`. */
function formattedColumns({ sheet, values }: Merge): FormattedColumn[] {
  const { fields, columns } = formatOfSheet[sheet]
  return Object.keys(values).flatMap((name) => {
    const field = fieldOf[name] ?? name
    const filling = Object.keys(fields).filter((column) => fields[column] === field)
    const column = filling.join(' y ') || otherNames[name]
    if (column === undefined) return []
    if (name === 'email') return [{ name, column, format: (value) => maskEmail(String(value)) }]
    const format = name in textOf ? undefined : columns[filling[0] ?? '']?.kind.format
    return [{ name, column, format: format ?? String }]
  })
}

/** Collects the changes of all merges, column by column. */
export function createChanges() {
  const found = new Map<string, ColumnChange>()

  async function findExamples(client: pg.ClientBase, { name, format }: FormattedColumn): Promise<Example[]> {
    const [before, after] = ['old', 'new'].map((side) => {
      const value = `${side}_${name}`
      return `case when ${value} is not null then to_jsonb(${textOf[name]?.(value) ?? value}) end`
    })
    const { rows } = await client.query<Record<'before' | 'after', unknown> & Example>(
      `select file, line, ${before} as before, ${after} as after from change
      where is_changed and old_${name} is distinct from new_${name}
      order by new_${name} is not null, file, line limit ${EXAMPLES_MAX}`,
    )
    const formatted = (value: unknown) => (value === null ? null : format(value))
    return rows.map((row) => ({ ...row, before: formatted(row.before), after: formatted(row.after) }))
  }

  return {
    all: (): ColumnChange[] => [...found.values()],
    /** Adds the changed values in the temporary table `change`, which contains the differences of the merge. */
    async record(client: pg.ClientBase, merge: Merge): Promise<void> {
      const columns = formattedColumns(merge)
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
        if (known.examples.length < EXAMPLES_MAX) {
          const examples = [...known.examples, ...(await findExamples(client, formattedColumn))]
          known.examples = examples.slice(0, EXAMPLES_MAX)
        }
        found.set(key, known)
      }
    },
  }
}
export type Changes = ReturnType<typeof createChanges>
