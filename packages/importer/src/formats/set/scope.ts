import { year } from '../cells/numberCell.ts'
import { rbd } from '../cells/rbdCell.ts'
import { optional, required } from '../column.ts'

const RBD = 'RBD del establecimiento, con su dígito verificador.'
const YEAR = 'Año escolar.'
const RBD_EXAMPLE = '90020-6'
const YEAR_EXAMPLE = '2026'
const yearWords = { synonyms: ['año', 'año escolar'] }

/** The columns for a row's school and year; optional, because most sets contain only one school and one year. */
export const scope = {
  rbd: optional(rbd, RBD, RBD_EXAMPLE),
  anio: optional(year, YEAR, YEAR_EXAMPLE, yearWords),
}

/** The columns of `scope`, for sheets that require them. */
export const requiredScope = {
  rbd: required(rbd, RBD, RBD_EXAMPLE),
  anio: required(year, YEAR, YEAR_EXAMPLE, yearWords),
}

export const scopeFields = { rbd: null, anio: null }
