import { courseCell, courseName, letterCell, refuseYearAlone } from '../cells/courseCell.ts'
import { codeCell, nameCell } from '../cells/textCell.ts'
import { defineSheet, optional, required } from '../column.ts'
import { requiredScopeColumns } from './scope.ts'

const TEACHING_CODE_DETAILS = { synonyms: ['cod tipo enseñanza', 'código enseñanza', 'cod_tipo_ensenanza'] }

export const coursesSheet = defineSheet({
  name: 'cursos',
  explanation: 'Los cursos del año escolar.',
  columns: {
    ...requiredScopeColumns,
    codigo: required(courseCell, 'Código propio; con él lo nombran las otras hojas.', '5A', {
      synonyms: ['código curso'],
    }),
    nombre: required(
      nameCell,
      'Nivel, sin la letra. Se ordena la escritura: 5º BASICO queda 5° Básico.',
      '5° Básico',
      { synonyms: ['desc grado', 'grado', 'nivel'] },
    ),
    letra: required(letterCell, 'Letra del curso.', 'A', { synonyms: ['letra curso'] }),
    cod_ensenanza: optional(codeCell, 'Código de enseñanza del Ministerio.', '110', TEACHING_CODE_DETAILS),
    cod_grado: optional(codeCell, 'Código de grado del Ministerio.', '5'),
  },
  fields: { codigo: 'code', nombre: 'name', letra: 'letter', cod_ensenanza: null, cod_grado: null },
  names: (cell) => [
    cell('codigo'),
    `${courseName(cell('nombre'), cell('cod_ensenanza'), cell('cod_grado'))} ${cell('letra')}`,
  ],
  toRecord: (filled, { nombre, cod_ensenanza, cod_grado }, row) => {
    const name = courseName(nombre, cod_ensenanza, cod_grado)
    if (refuseYearAlone(name, row.refuseAt('nombre'))) return undefined
    return { ...filled, name }
  },
})
