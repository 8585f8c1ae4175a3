/** '1.234'. */
export const inChile = (number: number): string => number.toLocaleString('es-CL', { useGrouping: 'always' })

/** '1 problema', '2 problemas'. */
export const counted = (count: number, one: string, many: string): string =>
  `${inChile(count)} ${count === 1 ? one : many}`
