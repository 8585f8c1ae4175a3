import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm'

type Value = SQLWrapper | number
type OfSchool<Name extends string, Column> = { [Key in Name | 'establishment_id']: Column }

/**
 * Condition that the row of `table` has this id and belongs to the school of `owner`. `owner` is a row that refers to
 * it, or an object with the school's id.
 */
export const hasKey = (
  table: OfSchool<'id', SQLWrapper>,
  owner: OfSchool<never, Value>,
  id: Value,
): SQL | undefined => and(eq(table.establishment_id, owner.establishment_id), eq(table.id, id))

/** Whether both rows belong to the same school and have the same value in the column `name`. */
export function isOfSame<Name extends string>(
  table: OfSchool<Name, SQLWrapper>,
  other: OfSchool<Name, Value>,
  name: Name,
): SQL | undefined {
  const column: SQLWrapper = table[name]
  return and(eq(table.establishment_id, other.establishment_id), eq(column, other[name]))
}
