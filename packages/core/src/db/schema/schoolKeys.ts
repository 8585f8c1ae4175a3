import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm'

type ColumnOrNumber = SQLWrapper | number
type WithSchool<Name extends string, Column> = { [Key in Name | 'establishment_id']: Column }

/**
 * Returns the condition that a row of `table` has this id and belongs to the school of `owner`. `owner` is the row that
 * contains the id, or an object with the school's id.
 */
export const hasKey = (
  table: WithSchool<'id', SQLWrapper>,
  owner: WithSchool<never, ColumnOrNumber>,
  id: ColumnOrNumber,
): SQL | undefined => and(eq(table.establishment_id, owner.establishment_id), eq(table.id, id))

/** Returns the condition that a row of `table` and `other` have the same school, and the same value in `name`. */
export function isOfSame<Name extends string>(
  table: WithSchool<Name, SQLWrapper>,
  other: WithSchool<Name, ColumnOrNumber>,
  name: Name,
): SQL | undefined {
  const column: SQLWrapper = table[name]
  return and(eq(table.establishment_id, other.establishment_id), eq(column, other[name]))
}
