import { year } from '../cells/numberCell.ts'
import { rbd } from '../cells/rbdCell.ts'
import { rut } from '../cells/rutCell.ts'
import { optional, required } from '../column.ts'

/** The columns for a row's school and year; optional, because most sets contain only one school and one year. */
export const scope = {
  rbd: optional(rbd, 'RBD del establecimiento, con su dígito verificador.', '90020-6'),
  anio: optional(year, 'Año escolar.', '2026', { synonyms: ['año', 'año escolar'] }),
}

const isRequired = true as const
/** The columns of `scope`, for sheets that require them. */
export const requiredScope = { rbd: { ...scope.rbd, isRequired }, anio: { ...scope.anio, isRequired } }

/** The column for the student whom a row is about. */
export const run_alumno = required(rut, 'RUN del estudiante.', '40318926', {
  synonyms: ['rut alumno', 'run estudiante', 'rut estudiante', 'run', 'rut', 'alumno'],
})
