import { staffDayClosure, YEAR } from '../testSet.ts'
import { type RefusedSet, withRows } from './refusal.ts'

const OUTSIDE_MESSAGE = `la fecha está fuera del año escolar ${YEAR}`
const EXPECTED_DAYS = `un día del 04-03-${YEAR} al 04-12-${YEAR}`
const closureOn = (starts_on: string, ends_on: string | null = null) => ({
  ...staffDayClosure,
  starts_on,
  ends_on,
})

/**
 * Sets with a fault in the closures, on line 4. The two lines before it are valid closures: from the 14th to the 15th
 * of May, and on the 6th of November.
 */
export const refusedClosures: RefusedSet[] = [
  [
    'a closure that ends before it starts',
    withRows('dias_sin_clases', closureOn(`${YEAR}-08-12`, `${YEAR}-08-11`)),
    4,
    'ultimo_dia',
    'el último día es anterior al primero',
  ],
  [
    'a closure before the school year',
    withRows('dias_sin_clases', closureOn(`${YEAR}-02-25`, `${YEAR}-03-04`)),
    4,
    'primer_dia',
    OUTSIDE_MESSAGE,
    EXPECTED_DAYS,
  ],
  [
    'a closure that lasts beyond the school year',
    withRows('dias_sin_clases', closureOn(`${YEAR}-12-04`, `${YEAR + 1}-12-04`)),
    4,
    'ultimo_dia',
    OUTSIDE_MESSAGE,
    EXPECTED_DAYS,
  ],
  [
    'a closure of another year',
    withRows('dias_sin_clases', closureOn(`${YEAR - 1}-05-15`)),
    4,
    'primer_dia',
    OUTSIDE_MESSAGE,
    EXPECTED_DAYS,
  ],
  [
    'a closure twice',
    withRows('dias_sin_clases', staffDayClosure),
    4,
    'primer_dia',
    'se superpone con los días de la fila 2',
  ],
  [
    'a closure that begins within a longer one',
    withRows('dias_sin_clases', closureOn(`${YEAR}-05-15`, `${YEAR}-05-20`)),
    4,
    'primer_dia',
    'se superpone con los días de la fila 2',
  ],
  [
    'a closure of an unknown school',
    withRows('dias_sin_clases', { ...closureOn(`${YEAR}-08-12`), rbd: '90101-6', year: YEAR }),
    4,
    'rbd',
    'no existe el establecimiento 90101-6',
    'uno de la hoja establecimientos, o que lo cree quien administra la aplicación',
  ],
]
