/** Returns the named properties of an object: columns of a table or subquery for a select, or fields of a row. */
export const pick = <T, Name extends keyof T>(table: T, ...names: Name[]): Pick<T, Name> =>
  Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<T, Name>
