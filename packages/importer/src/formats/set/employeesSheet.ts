import { personName } from '../cells/nameCell.ts'
import { bodyOf, digit, joinDigit, rutWithDigit } from '../cells/rutCell.ts'
import { defineSheet, optional, required } from '../column.ts'
import { scope } from './scope.ts'

export const DIGIT_SYNONYMS = ['dígito verificador', 'dígito ver.', 'dígito', 'dgv', 'dv run', 'dv rut']

export const funcionarios = defineSheet({
  name: 'funcionarios',
  explanation: 'Docentes y demás personas que hacen clases o escriben observaciones.',
  unused: ['email', 'correo', 'correo electrónico', 'e-mail', 'mail'],
  columns: {
    ...scope,
    run: required(rutWithDigit, 'RUN.', '43001122', { synonyms: ['rut', 'run docente', 'rut docente'] }),
    dv: optional(digit, 'Dígito verificador del RUN.', '7', {
      synonyms: DIGIT_SYNONYMS,
      requirement: 'sí, o dentro de run',
    }),
    nombres: required(personName, 'Nombres.', 'Carolina Andrea', { synonyms: ['nombre'] }),
    apellido_paterno: required(personName, 'Primer apellido.', 'Fuentes', { synonyms: ['primer apellido'] }),
    apellido_materno: optional(personName, 'Segundo apellido.', 'Mella', { synonyms: ['segundo apellido'] }),
  },
  fields: {
    ...{ run: 'rut', dv: null, nombres: 'name' },
    ...{ apellido_paterno: 'last_name', apellido_materno: 'second_last_name' },
  },
  names: (cell) => [bodyOf(cell('run'))],
  toRecord: (filled, { run, dv }, row) => {
    const joined = joinDigit(run, dv, row.refuseAt('dv', 'run'))
    return joined && { ...filled, rut: joined.rut, rut_dv: joined.dv }
  },
})
