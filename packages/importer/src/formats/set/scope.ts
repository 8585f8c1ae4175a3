import { personNameCell } from '../cells/nameCell.ts'
import { yearCell } from '../cells/numberCell.ts'
import { rbdCell } from '../cells/rbdCell.ts'
import { rutCell } from '../cells/rutCell.ts'
import { optional, required } from '../column.ts'

/** The optional columns for a row's school and year, which a set of one school and one year does not need. */
export const scopeColumns = {
  rbd: optional(rbdCell, 'RBD del establecimiento, con su dígito verificador.', '90020-6'),
  anio: optional(yearCell, 'Año escolar.', '2026', { synonyms: ['año', 'año escolar'] }),
}

/** The columns of `scopeColumns`, for sheets that require them. */
export const requiredScopeColumns = {
  rbd: { ...scopeColumns.rbd, isRequired: true as const },
  anio: { ...scopeColumns.anio, isRequired: true as const },
}

/** The columns of a person's names, with examples of each. */
export const nameColumns = (names: string, lastName: string, secondLastName: string) => ({
  nombres: required(personNameCell, 'Nombres.', names, { synonyms: ['nombre'] }),
  apellido_paterno: required(personNameCell, 'Primer apellido.', lastName, { synonyms: ['primer apellido'] }),
  apellido_materno: optional(personNameCell, 'Segundo apellido.', secondLastName, {
    synonyms: ['segundo apellido'],
  }),
})

/** The column `run_alumno`, for the student whom a row is about. */
export const studentColumn = required(rutCell, 'RUN del estudiante.', '40318926', {
  synonyms: ['rut alumno', 'run estudiante', 'rut estudiante', 'run', 'rut', 'alumno'],
})
