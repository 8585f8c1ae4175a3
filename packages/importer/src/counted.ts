/** A number with Chilean thousands separators: '1.234'. */
export const inChile = (number: number): string => number.toLocaleString('es-CL', { useGrouping: 'always' })

/** A number with its noun: '1 problema', '2 problemas'. */
export const counted = (count: number, one: string, many: string): string =>
  `${inChile(count)} ${count === 1 ? one : many}`
