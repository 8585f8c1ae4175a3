import { checkDigitCell, joinDigit, rutDigits, rutWithDigitCell } from '../cells/rutCell.ts'
import { defineSheet, optional, required } from '../column.ts'
import { nameColumns, scopeColumns } from './scope.ts'

export const CHECK_DIGIT_SYNONYMS = ['dígito verificador', 'dígito ver.', 'dígito', 'dgv', 'dv run', 'dv rut']

export const employeesSheet = defineSheet({
  name: 'funcionarios',
  explanation: 'Docentes y demás personas que hacen clases o escriben observaciones.',
  unused: ['email', 'correo', 'correo electrónico', 'e-mail', 'mail'],
  columns: {
    ...scopeColumns,
    run: required(rutWithDigitCell, 'RUN.', '43001122', { synonyms: ['rut', 'run docente', 'rut docente'] }),
    dv: optional(checkDigitCell, 'Dígito verificador del RUN.', '7', {
      synonyms: CHECK_DIGIT_SYNONYMS,
      requirement: 'sí, o dentro de run',
    }),
    ...nameColumns('Carolina Andrea', 'Fuentes', 'Mella'),
  },
  fields: {
    run: 'rut',
    dv: null,
    nombres: 'name',
    apellido_paterno: 'last_name',
    apellido_materno: 'second_last_name',
  },
  names: (cell) => [rutDigits(cell('run'))],
  toRecord: (filled, { run, dv }, row) => {
    const joined = joinDigit(run, dv, row.refuseAt('dv', 'run'))
    return joined && { ...filled, rut: joined.rut, rut_dv: joined.dv }
  },
})
