/** The named columns of a table or subquery, for a select. */
export const pick = <T, Name extends keyof T>(table: T, ...names: Name[]): Pick<T, Name> =>
  Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<T, Name>
