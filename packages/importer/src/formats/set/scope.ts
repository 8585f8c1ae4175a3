import { year } from '../cells/numberCell.ts'
import { rbd } from '../cells/rbdCell.ts'
import { optional, required } from '../column.ts'

const RBD = 'RBD del establecimiento, con su dígito verificador.'
const YEAR = 'Año escolar.'
const RBD_EXAMPLE = '90020-6'
const YEAR_EXAMPLE = '2026'
const yearWords = { synonyms: ['año', 'año escolar'] }

/** Which school and year a row is of, where a set holds only one. */
export const scope = {
  rbd: optional(rbd, RBD, RBD_EXAMPLE),
  anio: optional(year, YEAR, YEAR_EXAMPLE, yearWords),
}

/** The same for sheets that must say it. */
export const requiredScope = {
  rbd: required(rbd, RBD, RBD_EXAMPLE),
  anio: required(year, YEAR, YEAR_EXAMPLE, yearWords),
}

export const scopeFields = { rbd: null, anio: null }
