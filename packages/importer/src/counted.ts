/** Formats a number with Chilean thousands separators: '1.234'. */
export const chileanNumber = (number: number): string =>
  number.toLocaleString('es-CL', { useGrouping: 'always' })

/** Formats a number with its noun: '1 problema', '2 problemas'. */
export const counted = (count: number, one: string, many: string): string =>
  `${chileanNumber(count)} ${count === 1 ? one : many}`
