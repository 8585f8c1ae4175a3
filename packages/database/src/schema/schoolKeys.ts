import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm'

type Value = SQLWrapper | number
type OfSchool<Name extends string, Column> = { [Key in Name | 'establishment_id']: Column }

/**
 * Whether the row of `table` has this id in the school of `owner`, which is a row that refers to it or a key object.
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
